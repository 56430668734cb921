-- An account that is known later than it followed an invitation is told of: its address is not the tenant's, by which alone it was found.
SET LOCAL lock_timeout = '800ms';

CREATE OR REPLACE FUNCTION account_was_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    before text := CASE WHEN TG_OP = 'UPDATE' THEN OLD.email_key END;
    role_before text := CASE WHEN TG_OP = 'UPDATE' THEN OLD.role END;
BEGIN
    IF before IS DISTINCT FROM NEW.email_key THEN
        PERFORM public.tenant_is_due(tenants.organisation_id, tenants.tenant_id, false)
        FROM public.tenants WHERE lower(tenants.email) IN (before, NEW.email_key);
    END IF;
    IF role_before IS DISTINCT FROM NEW.role THEN
        PERFORM public.tenant_is_due(said.organisation_id, said.tenant_id, false)
        FROM public.tenant_confirmations AS said WHERE said.user_id = NEW.user_id;
    END IF;
    RETURN NULL;
END
$$;
