-- Members see each other, are changed and removed, and work for more than one organisation.
SET lock_timeout = '5s';

-- A membership by its own name: somebody who comes back begins a new one.
ALTER TABLE memberships
    ADD COLUMN membership_id bigint GENERATED ALWAYS AS IDENTITY
        CONSTRAINT memberships_membership_id_uq UNIQUE;

-- When the session last went to another organisation: until tokens from before have expired they name the old one.
ALTER TABLE sessions ADD COLUMN switched_at timestamptz;

GRANT DELETE ON memberships TO lintel_app;

CREATE POLICY memberships_owner ON memberships FOR SELECT TO CURRENT_USER USING (true);

-- Members see each other's names and addresses, and nothing else of each other's accounts. Whatever is wanted, only the
-- organisation in which the transaction acts is shown.
CREATE FUNCTION organisation_members(wanted bigint)
    RETURNS TABLE (
        membership_id bigint, user_id bigint, name text, email text, grade text, joined_at timestamptz, version bigint
    )
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT m.membership_id, m.user_id, u.name, u.email, m.grade, m.created_at, m.version
        FROM public.memberships m JOIN public.users u ON u.user_id = m.user_id
        WHERE m.organisation_id = wanted
            AND m.organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint
    $$;
REVOKE ALL ON FUNCTION organisation_members FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organisation_members TO lintel_app;
