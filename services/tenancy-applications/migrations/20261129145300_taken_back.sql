-- Acts that were taken back, each with its reason: the history of tenancies, which nobody changes.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE taken_back (
    taken_back_id   bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    act             text NOT NULL CHECK (act IN
        ('end', 'rent-change', 'deposit-return', 'waived-guarantor', 'waived-employer', 'tenant', 'import')),
    -- The row that the act was of; what it names follows from the act. It may be gone.
    object_id       bigint NOT NULL,
    -- No foreign key: the tenancy of a tenant who was added by mistake is gone, and what was done stays readable at its home.
    tenancy_id      bigint,
    property_id     bigint,
    application_id  bigint,
    what            text NOT NULL CHECK (char_length(what) BETWEEN 1 AND 300),
    reason          text NOT NULL CHECK (char_length(reason) BETWEEN 2 AND 500),
    basis           text CHECK (basis IN ('agreed', 'mistake')),
    -- Of an import what became of its tenancies.
    rows            jsonb NOT NULL DEFAULT '[]',
    taken_back_by   bigint NOT NULL,
    taken_back_at   timestamptz NOT NULL,

    CONSTRAINT taken_back_pk PRIMARY KEY (organisation_id, taken_back_id)
);
CREATE INDEX taken_back_organisation_id_tenancy_id_idx ON taken_back (organisation_id, tenancy_id);
CREATE INDEX taken_back_organisation_id_property_id_idx ON taken_back (organisation_id, property_id);
-- What is kept no longer than its tenancy would be.
CREATE INDEX taken_back_taken_back_at_idx ON taken_back (taken_back_at);

ALTER TABLE taken_back ENABLE ROW LEVEL SECURITY;
ALTER TABLE taken_back FORCE ROW LEVEL SECURITY;
CREATE POLICY taken_back_app ON taken_back TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY taken_back_worker ON taken_back TO lintel_worker USING (true);
CREATE POLICY taken_back_gone ON taken_back TO CURRENT_USER USING (is_gone(organisation_id));
-- The history is added to and never altered; what is over is deleted by the worker.
GRANT SELECT, INSERT ON taken_back TO lintel_app;
GRANT SELECT, DELETE ON taken_back TO lintel_worker;

-- A change of the rent that is taken back goes; what it was stands in the history.
GRANT DELETE ON rent_changes TO lintel_app;
