-- Organisations that identity deleted. Everything that is held of them goes; their numbers stay, so that what a request wrote that was on
-- its way goes as well.
SET lock_timeout = '5s';

CREATE TABLE departed_organisations (
    organisation_id bigint CONSTRAINT departed_organisations_pk PRIMARY KEY,
    departed_at     timestamptz NOT NULL,
    -- When nothing of it was left that anything could still add to.
    erased_at       timestamptz
);
CREATE INDEX departed_organisations_departed_at_idx ON departed_organisations (departed_at) WHERE erased_at IS NULL;

ALTER TABLE departed_organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE departed_organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY departed_organisations_worker ON departed_organisations TO lintel_worker USING (true);
CREATE POLICY departed_organisations_owner ON departed_organisations FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT, UPDATE ON departed_organisations TO lintel_worker;

-- The worker deletes nobody's rows itself. A function of the tables' owner does, whom these policies show rows of departed
-- organisations and no others, so that not even a wrong number deletes what somebody still has.
CREATE FUNCTION is_departed(organisation bigint) RETURNS boolean
    LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp
    AS 'SELECT EXISTS (SELECT FROM public.departed_organisations WHERE organisation_id = organisation)';
CREATE POLICY properties_owner ON properties TO CURRENT_USER USING (is_departed(organisation_id));
CREATE POLICY property_history_owner ON property_history TO CURRENT_USER USING (is_departed(organisation_id));
CREATE POLICY property_changes_owner ON property_changes TO CURRENT_USER USING (is_departed(organisation_id));
CREATE POLICY unnamed_uploads_owner ON unnamed_uploads TO CURRENT_USER USING (is_departed(organisation_id));
CREATE POLICY sold_properties_owner ON sold_properties TO CURRENT_USER USING (is_departed(organisation_id));
CREATE POLICY property_imports_owner ON property_imports TO CURRENT_USER USING (is_departed(organisation_id));
CREATE POLICY tenancies_owner ON tenancies TO CURRENT_USER USING (is_departed(organisation_id));
CREATE POLICY reminders_owner ON reminders TO CURRENT_USER USING (is_departed(organisation_id));

-- Takes away up to so many rows of each kind of a departed organisation, and says how many. Rooms, certificates, inspections and their
-- settings go with their property.
CREATE FUNCTION erase_departed(gone bigint, at_most bigint) RETURNS bigint
    LANGUAGE plpgsql VOLATILE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    erased bigint := 0;
    these bigint;
BEGIN
    DELETE FROM public.properties WHERE organisation_id = gone AND property_id IN (
        SELECT property_id FROM public.properties WHERE organisation_id = gone LIMIT at_most);
    GET DIAGNOSTICS these = ROW_COUNT;
    erased := erased + these;
    DELETE FROM public.property_changes WHERE organisation_id = gone AND property_history_id IN (
        SELECT property_history_id FROM public.property_history
        WHERE organisation_id = gone ORDER BY property_history_id LIMIT at_most);
    DELETE FROM public.property_history WHERE organisation_id = gone AND property_history_id IN (
        SELECT property_history_id FROM public.property_history
        WHERE organisation_id = gone ORDER BY property_history_id LIMIT at_most);
    GET DIAGNOSTICS these = ROW_COUNT;
    erased := erased + these;
    DELETE FROM public.sold_properties WHERE organisation_id = gone AND sold_property_id IN (
        SELECT sold_property_id FROM public.sold_properties WHERE organisation_id = gone LIMIT at_most);
    GET DIAGNOSTICS these = ROW_COUNT;
    erased := erased + these;
    DELETE FROM public.property_imports WHERE organisation_id = gone;
    GET DIAGNOSTICS these = ROW_COUNT;
    erased := erased + these;
    DELETE FROM public.tenancies WHERE organisation_id = gone;
    GET DIAGNOSTICS these = ROW_COUNT;
    erased := erased + these;
    DELETE FROM public.unnamed_uploads WHERE organisation_id = gone;
    DELETE FROM public.reminders WHERE organisation_id = gone;
    GET DIAGNOSTICS these = ROW_COUNT;
    RETURN erased + these;
END
$$;
REVOKE ALL ON FUNCTION erase_departed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_departed TO lintel_worker;
