-- A tenant can be invited to the portal: whoever follows the mailed link signed in is the tenant, whatever the account's own address is.
SET LOCAL lock_timeout = '800ms';

-- When the tenant's present address was last invited. Null before, and once the address is another: the links that were mailed to the one
-- before are over then.
ALTER TABLE tenants ADD COLUMN portal_invited_at timestamptz;

-- A trigger, because programs of the release before change addresses as well.
CREATE FUNCTION invitation_is_over() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
    AS $$
BEGIN
    NEW.portal_invited_at := NULL;
    RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION invitation_is_over FROM PUBLIC;
CREATE TRIGGER tenants_invitation_over BEFORE UPDATE OF email ON tenants
    FOR EACH ROW WHEN (lower(OLD.email) <> lower(NEW.email)) EXECUTE FUNCTION invitation_is_over();
CREATE TRIGGER tenants_link_gone AFTER DELETE ON tenants
    FOR EACH ROW EXECUTE FUNCTION link_is_gone('portal', 'tenant_id');

-- As before, and: the tenants whose invitation the account followed, while their address is the one that was invited.
CREATE OR REPLACE FUNCTION tenancies_of_account(account bigint, verified text, OUT organisation bigint, OUT tenancy bigint,
                                                OUT tenant bigint, OUT mine boolean)
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
            WHERE c.user_id = account AND c.basis IN ('application', 'invitation') AND c.email_key = lower(t.email)
        ) found
        ORDER BY CASE WHEN found.mine THEN 0 WHEN found.mine IS NULL THEN 1 ELSE 2 END, found.decided_at, found.tenant_id LIMIT 200
    $$;

CREATE OR REPLACE VIEW standing_confirmations WITH (security_barrier) AS
    SELECT c.organisation_id, c.tenant_id, c.email_key, c.mine
    FROM tenant_confirmations c JOIN accounts a ON a.user_id = c.user_id AND a.role = 'Tenant'
        AND (a.email_key = c.email_key OR c.basis IN ('application', 'invitation'))
    WHERE c.organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint;
