-- Acts that were taken back, each with its reason: a history that nobody changes.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE property_take_backs (
    property_take_back_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    act             text NOT NULL CHECK (act IN ('sale', 'inspection', 'import')),
    -- The row that the act was of; what it names follows from the act. It may be gone.
    object_id       bigint NOT NULL,
    -- No foreign key: the history of a property stays when it leaves the portfolio.
    property_id     bigint,
    what            text NOT NULL CHECK (char_length(what) BETWEEN 1 AND 400),
    reason          text NOT NULL CHECK (char_length(reason) BETWEEN 2 AND 500),
    -- Of an import what became of its homes.
    rows            jsonb NOT NULL DEFAULT '[]',
    -- Of an inspection its report.
    issues_found    text,
    action_required text,
    media_urls      text[] NOT NULL DEFAULT '{}',
    taken_back_by   bigint NOT NULL,
    taken_back_at   timestamptz NOT NULL,

    CONSTRAINT property_take_backs_pk PRIMARY KEY (organisation_id, property_take_back_id)
);
CREATE INDEX property_take_backs_organisation_id_property_id_idx ON property_take_backs (organisation_id, property_id);

ALTER TABLE property_take_backs ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_take_backs FORCE ROW LEVEL SECURITY;
CREATE POLICY property_take_backs_app ON property_take_backs TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY property_take_backs_worker ON property_take_backs TO lintel_worker USING (true);
CREATE POLICY property_take_backs_owner ON property_take_backs TO CURRENT_USER USING (is_departed(organisation_id));
-- The history is added to and never altered.
GRANT SELECT, INSERT ON property_take_backs TO lintel_app;
GRANT SELECT ON property_take_backs TO lintel_worker;

CREATE TRIGGER property_take_backs_media_added AFTER INSERT ON property_take_backs
    FOR EACH ROW WHEN (NEW.media_urls <> '{}') EXECUTE FUNCTION hold_media();

-- The files of what was sold, and of a report that was taken back, are named as well.
CREATE OR REPLACE VIEW upload_uses WITH (security_invoker = true) AS
    SELECT organisation_id, unnest(photos) AS address FROM properties
    UNION ALL
    SELECT organisation_id, unnest(photos) FROM sold_properties
    UNION ALL
    SELECT organisation_id, certificate_url FROM property_certificates WHERE certificate_url IS NOT NULL
    UNION ALL
    SELECT organisation_id, unnest(media_urls) FROM property_inspections
    UNION ALL
    SELECT organisation_id, unnest(photos) FROM property_imports WHERE state IN ('Checked', 'Importing')
    UNION ALL
    SELECT organisation_id, unnest(media_urls) FROM kept_homes
    UNION ALL
    SELECT organisation_id, unnest(media_urls) FROM property_take_backs;

-- As before, and the history of what was taken back.
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
    DELETE FROM public.property_take_backs WHERE organisation_id = gone;
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
