-- A sale that is taken back brings the home back with everything that hung on it: what it took away is kept beside the sale.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE kept_homes (
    organisation_id  bigint NOT NULL,
    sold_property_id bigint NOT NULL,
    property_id      bigint NOT NULL,
    -- Its rows by their tables, as they were.
    kept             jsonb NOT NULL,
    -- The files that they name.
    media_urls       text[] NOT NULL DEFAULT '{}',

    CONSTRAINT kept_homes_pk PRIMARY KEY (organisation_id, sold_property_id),
    -- It goes with its sale, also when an organisation is erased.
    CONSTRAINT kept_homes_organisation_id_sold_property_id_fk FOREIGN KEY (organisation_id, sold_property_id)
        REFERENCES sold_properties (organisation_id, sold_property_id) ON DELETE CASCADE
);

ALTER TABLE kept_homes ENABLE ROW LEVEL SECURITY;
ALTER TABLE kept_homes FORCE ROW LEVEL SECURITY;
CREATE POLICY kept_homes_app ON kept_homes TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY kept_homes_worker ON kept_homes TO lintel_worker USING (true);
GRANT SELECT, INSERT ON kept_homes TO lintel_app;
GRANT SELECT ON kept_homes TO lintel_worker;

CREATE TRIGGER kept_homes_media_added AFTER INSERT ON kept_homes
    FOR EACH ROW WHEN (NEW.media_urls <> '{}') EXECUTE FUNCTION hold_media();

-- Puts rows back into the table that they were taken from. A column that came meanwhile gets its default; one that the database works out is
-- worked out anew.
CREATE FUNCTION put_rows_back(home regclass, kept_rows jsonb) RETURNS void
    LANGUAGE plpgsql VOLATILE STRICT SET search_path = public, pg_temp
    AS $$
DECLARE
    known text;
BEGIN
    IF jsonb_array_length(kept_rows) = 0 THEN
        RETURN;
    END IF;
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO known
    FROM pg_attribute
    WHERE attrelid = home AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND kept_rows -> 0 ? attname;
    EXECUTE format('INSERT INTO %1$s (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$s, $1)', home, known)
        USING kept_rows;
END
$$;

-- A sale that is taken back goes; what it was stands in the history.
GRANT DELETE ON sold_properties TO lintel_app;
