-- Files of properties that somebody imports: what was found in them, and how far their import is. The file itself is kept until
-- it is imported, or a week.
SET lock_timeout = '5s';

CREATE TABLE property_imports (
    property_import_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id    bigint NOT NULL,
    -- The account in whose name properties are added.
    created_by         bigint NOT NULL,
    file_name          text NOT NULL CHECK (char_length(file_name) <= 255),
    content            bytea CHECK (octet_length(content) <= 10485760),
    state              text NOT NULL CHECK (state IN ('Checked', 'Importing', 'Imported', 'Failed')),
    row_count          integer NOT NULL CHECK (row_count >= 0),
    imported_count     integer NOT NULL DEFAULT 0 CHECK (imported_count BETWEEN 0 AND row_count),
    problem_count      integer NOT NULL CHECK (problem_count >= 0),
    problems           jsonb NOT NULL,
    version            bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,

    CONSTRAINT property_imports_pk PRIMARY KEY (organisation_id, property_import_id),
    CONSTRAINT property_imports_content_ck CHECK (state NOT IN ('Checked', 'Importing') OR content IS NOT NULL)
);

-- What the job looks for; nearly always empty.
CREATE INDEX property_imports_importing_idx ON property_imports (updated_at) WHERE state = 'Importing';

-- One at a time for each organisation: two files that hold the same houses cannot both add them.
CREATE UNIQUE INDEX property_imports_organisation_id_importing_uq ON property_imports (organisation_id)
    WHERE state = 'Importing';

ALTER TABLE property_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_imports FORCE ROW LEVEL SECURITY;
CREATE POLICY property_imports_app ON property_imports TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY property_imports_worker ON property_imports TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON property_imports TO lintel_app;
-- The job looks for what is going on; what nobody imports, and what is over, is forgotten.
GRANT SELECT, DELETE ON property_imports TO lintel_worker;
