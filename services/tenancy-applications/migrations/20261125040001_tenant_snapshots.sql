-- Other services keep copies of tenants. Every change of a tenant, of the tenancy, or of whose verified address is whose marks the
-- tenant as due in its own transaction, by trigger, because many statements change these tables; a job tells of it. Tenants from
-- before are due as well.
SET lock_timeout = '5s';

CREATE TABLE tenant_snapshots (
    organisation_id bigint NOT NULL,
    tenant_id       bigint NOT NULL,
    -- Of what was told last; 0 before.
    version         bigint NOT NULL DEFAULT 0,
    due             boolean NOT NULL DEFAULT true,
    -- The tenant is no longer here: the number stays, so that what is told of it goes on counting.
    gone            boolean NOT NULL DEFAULT false,

    CONSTRAINT tenant_snapshots_pk PRIMARY KEY (organisation_id, tenant_id)
);
CREATE INDEX tenant_snapshots_tenant_id_idx ON tenant_snapshots (tenant_id) WHERE due;

ALTER TABLE tenant_snapshots ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_snapshots FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_snapshots_worker ON tenant_snapshots TO lintel_worker USING (true);
-- The triggers run as the owner of the tables.
CREATE POLICY tenant_snapshots_owner ON tenant_snapshots FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY tenant_snapshots_noted ON tenant_snapshots FOR INSERT TO CURRENT_USER WITH CHECK (true);
CREATE POLICY tenant_snapshots_marked ON tenant_snapshots FOR UPDATE TO CURRENT_USER USING (true);
CREATE POLICY tenant_snapshots_gone ON tenant_snapshots TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, UPDATE ON tenant_snapshots TO lintel_worker;

CREATE FUNCTION tenant_is_due(organisation bigint, tenant bigint, is_away boolean) RETURNS void
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'INSERT INTO public.tenant_snapshots AS told (organisation_id, tenant_id, gone)
        SELECT organisation, tenant, is_away WHERE NOT public.is_gone(organisation)
        ON CONFLICT (organisation_id, tenant_id) DO UPDATE SET due = true, gone = told.gone OR excluded.gone
        WHERE NOT told.due OR told.gone <> excluded.gone';
REVOKE ALL ON FUNCTION tenant_is_due FROM PUBLIC;

CREATE FUNCTION tenant_was_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM public.tenant_is_due(OLD.organisation_id, OLD.tenant_id, true);
    ELSE
        PERFORM public.tenant_is_due(NEW.organisation_id, NEW.tenant_id, false);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tenants_told AFTER INSERT OR UPDATE OR DELETE ON tenants FOR EACH ROW EXECUTE FUNCTION tenant_was_changed();

CREATE FUNCTION tenancy_was_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
BEGIN
    PERFORM public.tenant_is_due(tenants.organisation_id, tenants.tenant_id, false)
    FROM public.tenants WHERE tenants.organisation_id = NEW.organisation_id AND tenants.tenancy_id = NEW.tenancy_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER tenancies_told AFTER UPDATE OF property_id, room_number, state ON tenancies
    FOR EACH ROW EXECUTE FUNCTION tenancy_was_changed();

CREATE FUNCTION account_was_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    before text := CASE WHEN TG_OP = 'UPDATE' THEN OLD.email_key END;
BEGIN
    IF before IS DISTINCT FROM NEW.email_key THEN
        PERFORM public.tenant_is_due(tenants.organisation_id, tenants.tenant_id, false)
        FROM public.tenants WHERE lower(tenants.email) IN (before, NEW.email_key);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER accounts_told AFTER INSERT OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION account_was_changed();
REVOKE ALL ON FUNCTION tenant_was_changed, tenancy_was_changed, account_was_changed FROM PUBLIC;

INSERT INTO tenant_snapshots (organisation_id, tenant_id) SELECT organisation_id, tenant_id FROM tenants;
-- Copies elsewhere are filled by id.
CREATE INDEX tenants_tenant_id_idx ON tenants (tenant_id);
