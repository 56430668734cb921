-- The copy of which tenancies are in force is called lettings: tenancies themselves are kept by tenancy-applications, and table names
-- are unique across services.
SET lock_timeout = '5s';

ALTER TABLE tenancies RENAME TO lettings;
ALTER TABLE lettings RENAME CONSTRAINT tenancies_pk TO lettings_pk;
ALTER TABLE lettings RENAME CONSTRAINT tenancies_room_number_check TO lettings_room_number_check;
ALTER TABLE lettings RENAME CONSTRAINT tenancies_version_check TO lettings_version_check;
ALTER INDEX tenancies_organisation_id_property_id_idx RENAME TO lettings_organisation_id_property_id_idx;
ALTER POLICY tenancies_app ON lettings RENAME TO lettings_app;
ALTER POLICY tenancies_worker ON lettings RENAME TO lettings_worker;
ALTER POLICY tenancies_owner ON lettings RENAME TO lettings_owner;

-- As before, but for the name.
CREATE OR REPLACE FUNCTION erase_departed(gone bigint, at_most bigint) RETURNS bigint
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
    DELETE FROM public.lettings WHERE organisation_id = gone;
    GET DIAGNOSTICS these = ROW_COUNT;
    erased := erased + these;
    DELETE FROM public.unnamed_uploads WHERE organisation_id = gone;
    DELETE FROM public.reminders WHERE organisation_id = gone;
    GET DIAGNOSTICS these = ROW_COUNT;
    RETURN erased + these;
END
$$;
