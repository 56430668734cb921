-- A copy of a person's data has the homes that they have left as well.
SET lock_timeout = '5s';

CREATE FUNCTION tenancies_ever_of_email(wanted text)
    RETURNS TABLE (organisation_id bigint, tenant_id bigint)
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id, tenant_id FROM public.tenants WHERE lower(email) = wanted ORDER BY tenant_id LIMIT 200';
REVOKE ALL ON FUNCTION tenancies_ever_of_email FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenancies_ever_of_email TO lintel_app;
-- The index on addresses was of those who have not left.
CREATE INDEX tenants_email_ever_idx ON tenants (lower(email));
