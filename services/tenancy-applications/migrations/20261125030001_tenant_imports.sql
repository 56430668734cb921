-- Files of tenants that somebody imports: what was found in them, and how far their import is. The file itself is sealed with the
-- organisation's key, and kept until it is imported, or a week.
SET lock_timeout = '5s';

CREATE TABLE tenant_imports (
    tenant_import_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    -- The account in whose name tenants are added.
    created_by       bigint NOT NULL,
    file_name        text NOT NULL CHECK (char_length(file_name) <= 255),
    sealed           bytea,
    state            text NOT NULL CHECK (state IN ('Checked', 'Importing', 'Imported', 'Failed')),
    row_count        integer NOT NULL CHECK (row_count >= 0),
    imported_count   integer NOT NULL DEFAULT 0 CHECK (imported_count BETWEEN 0 AND row_count),
    problem_count    integer NOT NULL CHECK (problem_count >= 0),
    problems         jsonb NOT NULL,
    version          bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,

    CONSTRAINT tenant_imports_pk PRIMARY KEY (organisation_id, tenant_import_id),
    CONSTRAINT tenant_imports_sealed_ck CHECK (state NOT IN ('Checked', 'Importing') OR sealed IS NOT NULL)
);
-- What is sealed cannot be compressed.
ALTER TABLE tenant_imports ALTER COLUMN sealed SET STORAGE EXTERNAL;

-- What the job looks for; nearly always empty.
CREATE INDEX tenant_imports_importing_idx ON tenant_imports (updated_at) WHERE state = 'Importing';

-- One at a time for each organisation: two files that hold the same tenants cannot both add them.
CREATE UNIQUE INDEX tenant_imports_organisation_id_importing_uq ON tenant_imports (organisation_id)
    WHERE state = 'Importing';

ALTER TABLE tenant_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_imports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_imports_app ON tenant_imports TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenant_imports_worker ON tenant_imports TO lintel_worker USING (true);
CREATE POLICY tenant_imports_gone ON tenant_imports TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_imports TO lintel_app;
-- The job looks for what is going on; what nobody imports, and what is over, is forgotten.
GRANT SELECT, DELETE ON tenant_imports TO lintel_worker;
