-- Organisations and accounts that identity deleted. Everything that is held of them goes; their numbers stay, so that what a request
-- wrote that was on its way goes as well.
SET lock_timeout = '5s';

CREATE TABLE li_gone_organisations (
    organisation_id bigint CONSTRAINT li_gone_organisations_pk PRIMARY KEY CHECK (organisation_id >= 1),
    gone_at         timestamptz NOT NULL,
    -- When nothing of it was left that anything could still add to.
    erased_at       timestamptz
);
CREATE INDEX li_gone_organisations_gone_at_idx ON li_gone_organisations (gone_at) WHERE erased_at IS NULL;

CREATE TABLE li_gone_accounts (
    user_id   bigint CONSTRAINT li_gone_accounts_pk PRIMARY KEY,
    gone_at   timestamptz NOT NULL,
    erased_at timestamptz
);
CREATE INDEX li_gone_accounts_gone_at_idx ON li_gone_accounts (gone_at) WHERE erased_at IS NULL;

ALTER TABLE li_gone_organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE li_gone_organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY li_gone_organisations_worker ON li_gone_organisations TO lintel_worker USING (true);
CREATE POLICY li_gone_organisations_owner ON li_gone_organisations FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT, UPDATE ON li_gone_organisations TO lintel_worker;

ALTER TABLE li_gone_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE li_gone_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY li_gone_accounts_worker ON li_gone_accounts TO lintel_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON li_gone_accounts TO lintel_worker;

-- The worker deletes no organisation's rows itself. A function of the tables' owner does, whom a policy of each table, called
-- <table>_gone, shows rows of deleted organisations and no others, so that not even a wrong number deletes what somebody still has.
CREATE FUNCTION li_is_gone(organisation bigint) RETURNS boolean
    LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp
    AS 'SELECT EXISTS (SELECT FROM public.li_gone_organisations WHERE organisation_id = organisation)';

-- Takes away up to so many rows of each table of a deleted organisation, and says how many. A table that is to be erased has the policy
-- <table>_gone; what hangs on another table's rows goes with them.
CREATE FUNCTION li_erase_gone(gone bigint, at_most bigint) RETURNS bigint
    LANGUAGE plpgsql VOLATILE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    erased bigint := 0;
    these bigint;
    its name;
BEGIN
    -- A policy for reading shows the owner more than this; only these rows are anybody's to delete.
    IF NOT public.li_is_gone(gone) THEN
        RETURN 0;
    END IF;
    FOR its IN SELECT tablename FROM pg_catalog.pg_policies
               WHERE schemaname = 'public' AND policyname = tablename || '_gone' ORDER BY tablename
    LOOP
        EXECUTE format(
            'DELETE FROM public.%1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM public.%1$I WHERE organisation_id = $1 LIMIT $2))', its)
            USING gone, at_most;
        GET DIAGNOSTICS these = ROW_COUNT;
        erased := erased + these;
    END LOOP;
    RETURN erased;
END
$$;
REVOKE ALL ON FUNCTION li_erase_gone FROM PUBLIC;
GRANT EXECUTE ON FUNCTION li_erase_gone TO lintel_worker;
