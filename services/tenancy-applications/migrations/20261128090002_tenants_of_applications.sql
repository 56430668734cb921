-- Whoever applied with an account is known by it when the application becomes a tenant, whichever program makes the tenant.
SET LOCAL lock_timeout = '800ms';

CREATE FUNCTION applicant_became_tenant() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
BEGIN
    INSERT INTO public.tenant_confirmations (organisation_id, tenant_id, user_id, email_key, mine, basis, decided_at)
        SELECT NEW.organisation_id, NEW.tenant_id, a.user_id, lower(NEW.email), true, 'application', NEW.created_at
        FROM public.applications a
        WHERE a.organisation_id = NEW.organisation_id AND a.application_id = NEW.application_id AND a.user_id IS NOT NULL;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION applicant_became_tenant FROM PUBLIC;
CREATE TRIGGER tenants_applied AFTER INSERT ON tenants
    FOR EACH ROW WHEN (NEW.application_id IS NOT NULL) EXECUTE FUNCTION applicant_became_tenant();
