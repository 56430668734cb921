-- Files of listings that somebody imports, how far each is, and what was refused. The parts of a file are kept until it was read.
SET lock_timeout = '5s';

CREATE TABLE listing_imports (
    listing_import_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id   bigint NOT NULL CHECK (organisation_id >= 0),
    -- The account that began it; NULL for the operator's.
    created_by        bigint,
    state             text NOT NULL CONSTRAINT listing_imports_state_ck CHECK
        (state IN ('uploading', 'queued', 'running', 'done', 'failed')),
    -- What a running import is at: the rows of the file, what is no longer in it, the rents that it changed.
    phase             text NOT NULL DEFAULT 'rows' CONSTRAINT listing_imports_phase_ck CHECK (phase IN ('rows', 'withdrawing', 'rents')),
    format            text NOT NULL CONSTRAINT listing_imports_format_ck CHECK
        (format IN ('blm', 'rtdf', 'zoopla', 'propertydata', 'ppd', 'jupix', 'csv')),
    source            text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 50),
    file_name         text NOT NULL CHECK (char_length(file_name) <= 255),
    -- Whether its file is kept here, in parts; one that a command reads from a disk is not.
    kept              boolean NOT NULL,
    size_bytes        bigint NOT NULL DEFAULT 0 CHECK (size_bytes >= 0),
    -- How many rows of the file are in the tables, and which branches a whole snapshot is of.
    row_cursor        bigint NOT NULL DEFAULT 0 CHECK (row_cursor >= 0),
    branches          text[] NOT NULL DEFAULT '{}',
    read_count        bigint NOT NULL DEFAULT 0,
    added_count       bigint NOT NULL DEFAULT 0,
    changed_count     bigint NOT NULL DEFAULT 0,
    unchanged_count   bigint NOT NULL DEFAULT 0,
    withdrawn_count   bigint NOT NULL DEFAULT 0,
    refused_count     bigint NOT NULL DEFAULT 0,
    problem           text NOT NULL DEFAULT '' CHECK (char_length(problem) <= 4000),
    -- Who works on it, and until when nobody else may.
    lease_owner       uuid,
    lease_until       timestamptz,
    told_at           timestamptz NOT NULL,
    created_at        timestamptz NOT NULL,
    started_at        timestamptz,
    finished_at       timestamptz,
    updated_at        timestamptz NOT NULL,
    version           bigint NOT NULL DEFAULT 1 CHECK (version >= 1),

    CONSTRAINT listing_imports_pk PRIMARY KEY (organisation_id, listing_import_id),
    CONSTRAINT listing_imports_listing_import_id_uq UNIQUE (listing_import_id),
    CONSTRAINT listing_imports_finished_ck CHECK ((state IN ('done', 'failed')) = (finished_at IS NOT NULL))
);
-- What the job looks for; nearly always empty.
CREATE INDEX listing_imports_open_idx ON listing_imports (started_at) WHERE state IN ('queued', 'running');

CREATE TABLE listing_import_parts (
    listing_import_id bigint NOT NULL REFERENCES listing_imports (listing_import_id) ON DELETE CASCADE,
    start_offset      bigint NOT NULL CHECK (start_offset >= 0),
    organisation_id   bigint NOT NULL,
    content           bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 1048576),
    CONSTRAINT listing_import_parts_pk PRIMARY KEY (listing_import_id, start_offset)
);

CREATE TABLE listing_import_refusals (
    listing_import_id bigint NOT NULL REFERENCES listing_imports (listing_import_id) ON DELETE CASCADE,
    place             integer NOT NULL CHECK (place BETWEEN 1 AND 500),
    organisation_id   bigint NOT NULL,
    line              bigint NOT NULL CHECK (line >= 0),
    field             text NOT NULL CHECK (char_length(field) <= 200),
    reason            text NOT NULL CHECK (char_length(reason) <= 1000),
    CONSTRAINT listing_import_refusals_pk PRIMARY KEY (listing_import_id, place)
);

ALTER TABLE listing_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_imports FORCE ROW LEVEL SECURITY;
CREATE POLICY listing_imports_app ON listing_imports TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint AND organisation_id >= 1);
CREATE POLICY listing_imports_worker ON listing_imports TO lintel_worker USING (true);
CREATE POLICY listing_imports_gone ON listing_imports TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE ON listing_imports TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON listing_imports TO lintel_worker;

ALTER TABLE listing_import_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_import_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY listing_import_parts_app ON listing_import_parts TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY listing_import_parts_worker ON listing_import_parts TO lintel_worker USING (true);
GRANT SELECT, INSERT ON listing_import_parts TO lintel_app;
GRANT SELECT, DELETE ON listing_import_parts TO lintel_worker;

ALTER TABLE listing_import_refusals ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_import_refusals FORCE ROW LEVEL SECURITY;
CREATE POLICY listing_import_refusals_app ON listing_import_refusals FOR SELECT TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY listing_import_refusals_worker ON listing_import_refusals TO lintel_worker USING (true);
GRANT SELECT ON listing_import_refusals TO lintel_app;
GRANT SELECT, INSERT, DELETE ON listing_import_refusals TO lintel_worker;
