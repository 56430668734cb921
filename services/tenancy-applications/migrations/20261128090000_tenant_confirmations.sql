-- A typed address gives an account nothing: whether a tenancy is an account's own is what the account did or said, and stands here.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE tenant_confirmations (
    confirmation_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    tenant_id       bigint NOT NULL,
    user_id         bigint NOT NULL,
    -- The tenant's address that it is for: it holds only while it is the tenant's, and the account's verified one; of an application it
    -- is what the account gave there, and holds whatever the account's address is.
    email_key       text NOT NULL CHECK (char_length(email_key) BETWEEN 3 AND 320 AND email_key = lower(email_key)),
    -- Whether the account says that it is this tenant.
    mine            boolean NOT NULL,
    -- The application that the account made, the agreement that it signed, the invitation that it followed, what it answered, or the
    -- document that it had opened before it was asked.
    basis           text NOT NULL CHECK (basis IN ('application', 'agreement', 'invitation', 'answer', 'document')),
    decided_at      timestamptz NOT NULL,

    CONSTRAINT tenant_confirmations_pk PRIMARY KEY (organisation_id, tenant_id, user_id),
    CONSTRAINT tenant_confirmations_organisation_id_confirmation_id_uq UNIQUE (organisation_id, confirmation_id),
    CONSTRAINT tenant_confirmations_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE,
    CONSTRAINT tenant_confirmations_basis_ck CHECK (mine OR basis = 'answer')
);
CREATE INDEX tenant_confirmations_user_id_idx ON tenant_confirmations (user_id);

ALTER TABLE tenant_confirmations ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_confirmations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_confirmations_app ON tenant_confirmations TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenant_confirmations_worker ON tenant_confirmations TO lintel_worker USING (true);
CREATE POLICY tenant_confirmations_gone ON tenant_confirmations TO CURRENT_USER USING (is_gone(organisation_id));
-- Functions and triggers run as the owner of the tables.
CREATE POLICY tenant_confirmations_owner ON tenant_confirmations FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY tenant_confirmations_noted ON tenant_confirmations FOR INSERT TO CURRENT_USER WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON tenant_confirmations TO lintel_app;
GRANT SELECT ON tenant_confirmations TO lintel_worker;

-- Other services' copies have whose account a tenant is.
CREATE FUNCTION confirmation_was_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    told record;
BEGIN
    IF TG_OP = 'DELETE' THEN
        told := OLD;
    ELSE
        told := NEW;
    END IF;
    -- One that goes with its tenant is told of by the tenant's own trigger.
    PERFORM public.tenant_is_due(tenants.organisation_id, tenants.tenant_id, false)
    FROM public.tenants WHERE tenants.organisation_id = told.organisation_id AND tenants.tenant_id = told.tenant_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION confirmation_was_changed FROM PUBLIC;
CREATE TRIGGER tenant_confirmations_told AFTER INSERT OR UPDATE OR DELETE ON tenant_confirmations
    FOR EACH ROW EXECUTE FUNCTION confirmation_was_changed();

-- Before it is known whose tenant an account is, it resolves to ids and to what the account has said of each, null where it was not
-- asked: the tenants with its verified address (null while it has none), and those that its own application became, under the address
-- that it gave there. What it confirmed comes first, so that no number of strangers' entries hides it.
CREATE FUNCTION tenancies_of_account(account bigint, verified text, OUT organisation bigint, OUT tenancy bigint, OUT tenant bigint,
                                     OUT mine boolean)
    RETURNS SETOF record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT found.organisation_id, found.tenancy_id, found.tenant_id, found.mine
        FROM (
            SELECT t.organisation_id, t.tenancy_id, t.tenant_id, c.mine, c.decided_at
            FROM public.tenants t
            LEFT JOIN public.tenant_confirmations c ON c.organisation_id = t.organisation_id AND c.tenant_id = t.tenant_id
                AND c.user_id = account AND c.email_key = verified
            WHERE lower(t.email) = verified
            UNION
            SELECT t.organisation_id, t.tenancy_id, t.tenant_id, c.mine, c.decided_at
            FROM public.tenant_confirmations c
            JOIN public.tenants t ON t.organisation_id = c.organisation_id AND t.tenant_id = c.tenant_id
            WHERE c.user_id = account AND c.basis = 'application' AND c.email_key = lower(t.email)
        ) found
        ORDER BY CASE WHEN found.mine THEN 0 WHEN found.mine IS NULL THEN 1 ELSE 2 END, found.decided_at, found.tenant_id LIMIT 200
    $$;
REVOKE ALL ON FUNCTION tenancies_of_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenancies_of_account TO lintel_app;
