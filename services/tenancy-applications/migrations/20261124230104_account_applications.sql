-- What a tenant's account finds before it is known in which organisations: ids, and nothing else.
SET lock_timeout = '5s';

-- Applications that the account made, or that were made under its verified address (null while it has none).
CREATE FUNCTION applications_of_account(account bigint, verified text, OUT organisation bigint, OUT application bigint)
    RETURNS SETOF record
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT organisation_id, application_id FROM public.applications WHERE user_id = account
        UNION
        SELECT organisation_id, application_id FROM public.applications WHERE email_key = verified
        ORDER BY 2 DESC LIMIT 10000
    $$;

-- Organisations for whose homes the account may apply (3-decisions section 5): those that invited its verified address by a link that
-- still works, and those that hold an application of it.
CREATE FUNCTION organisations_of_account(account bigint, verified text, at timestamptz) RETURNS SETOF bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT organisation_id FROM public.invites WHERE email_key = verified AND revoked_at IS NULL AND expires_at > at
        UNION
        SELECT organisation_id FROM public.applications WHERE user_id = account
        UNION
        SELECT organisation_id FROM public.applications WHERE email_key = verified
        ORDER BY 1 LIMIT 200
    $$;
REVOKE ALL ON FUNCTION applications_of_account, organisations_of_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION applications_of_account, organisations_of_account TO lintel_app;
