-- Which uploaded files rows name, so that those that no row names can go. Naming and removing exclude each other by a lock of the
-- organisation: whoever names files shares it until the commit, and whoever removes some holds it alone while it looks what is named.
SET lock_timeout = '5s';

-- Files that went, for as long as somebody may still be about to name them.
CREATE TABLE removed_uploads (
    organisation_id bigint NOT NULL,
    -- As rows name it: /api/files/{uuid}.
    address         text NOT NULL,
    removed_at      timestamptz NOT NULL,

    CONSTRAINT removed_uploads_pk PRIMARY KEY (organisation_id, address)
);

-- What is old enough to be forgotten.
CREATE INDEX removed_uploads_removed_at_idx ON removed_uploads (removed_at);

ALTER TABLE removed_uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY removed_uploads_app ON removed_uploads TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY removed_uploads_worker ON removed_uploads TO lintel_worker USING (true);

GRANT SELECT ON removed_uploads TO lintel_app;
GRANT SELECT, INSERT, UPDATE (removed_at), DELETE ON removed_uploads TO lintel_worker;

-- A file that waits to be imported names photos in its lines.
ALTER TABLE property_imports ADD COLUMN photos text[] NOT NULL DEFAULT '{}';
-- Policies show the owner nothing: without this the change would find no row.
ALTER TABLE property_imports NO FORCE ROW LEVEL SECURITY;
UPDATE property_imports
SET photos = ARRAY(
    SELECT DISTINCT found[1]
    FROM regexp_matches(encode(content, 'escape'), '/api/files/[0-9a-f-]{36}', 'g') AS found)
WHERE state IN ('Checked', 'Importing');
ALTER TABLE property_imports FORCE ROW LEVEL SECURITY;

-- Every file that a row names. A column that names files is added here and gets a trigger below; a test looks for columns that were
-- forgotten.
CREATE VIEW upload_uses WITH (security_invoker = true) AS
    SELECT organisation_id, unnest(photos) AS address FROM properties
    UNION ALL
    SELECT organisation_id, unnest(photos) FROM sold_properties
    UNION ALL
    SELECT organisation_id, certificate_url FROM property_certificates WHERE certificate_url IS NOT NULL
    UNION ALL
    SELECT organisation_id, unnest(media_urls) FROM property_inspections
    UNION ALL
    SELECT organisation_id, unnest(photos) FROM property_imports WHERE state IN ('Checked', 'Importing');

GRANT SELECT ON upload_uses TO lintel_worker;

-- The lock of an organisation's files.
CREATE FUNCTION upload_lock(organisation bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE
RETURN hashtextextended('lintel.uploads', organisation);

-- Keeps the files that a row names until its transaction ends. One that went at this moment is a conflict to be tried again: by then
-- it is not there, and whoever names it is told so.
CREATE FUNCTION hold_uploads(organisation bigint, addresses text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(upload_lock(organisation));
    -- A statement of its own: what was removed before the lock was had is seen by it.
    IF EXISTS (SELECT FROM removed_uploads WHERE organisation_id = organisation AND address = ANY (addresses)) THEN
        RAISE EXCEPTION 'a file that is named goes' USING ERRCODE = 'serialization_failure';
    END IF;
END
$$;

CREATE FUNCTION hold_photos() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM hold_uploads(NEW.organisation_id, NEW.photos);
    RETURN NULL;
END
$$;

CREATE FUNCTION hold_media() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM hold_uploads(NEW.organisation_id, NEW.media_urls);
    RETURN NULL;
END
$$;

CREATE FUNCTION hold_document() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM hold_uploads(NEW.organisation_id, ARRAY[NEW.certificate_url]);
    RETURN NULL;
END
$$;

CREATE TRIGGER properties_photos_added AFTER INSERT ON properties
    FOR EACH ROW WHEN (NEW.photos <> '{}') EXECUTE FUNCTION hold_photos();
CREATE TRIGGER properties_photos_changed AFTER UPDATE ON properties
    FOR EACH ROW WHEN (NEW.photos <> '{}' AND NEW.photos IS DISTINCT FROM OLD.photos) EXECUTE FUNCTION hold_photos();
CREATE TRIGGER sold_properties_photos_added AFTER INSERT ON sold_properties
    FOR EACH ROW WHEN (NEW.photos <> '{}') EXECUTE FUNCTION hold_photos();
CREATE TRIGGER property_imports_photos_added AFTER INSERT ON property_imports
    FOR EACH ROW WHEN (NEW.photos <> '{}') EXECUTE FUNCTION hold_photos();
CREATE TRIGGER property_inspections_media_added AFTER INSERT ON property_inspections
    FOR EACH ROW WHEN (NEW.media_urls <> '{}') EXECUTE FUNCTION hold_media();
CREATE TRIGGER property_inspections_media_changed AFTER UPDATE ON property_inspections
    FOR EACH ROW WHEN (NEW.media_urls <> '{}' AND NEW.media_urls IS DISTINCT FROM OLD.media_urls) EXECUTE FUNCTION hold_media();
CREATE TRIGGER property_certificates_document_added AFTER INSERT ON property_certificates
    FOR EACH ROW WHEN (NEW.certificate_url IS NOT NULL) EXECUTE FUNCTION hold_document();
CREATE TRIGGER property_certificates_document_changed AFTER UPDATE ON property_certificates
    FOR EACH ROW WHEN (NEW.certificate_url IS DISTINCT FROM OLD.certificate_url AND NEW.certificate_url IS NOT NULL)
    EXECUTE FUNCTION hold_document();
