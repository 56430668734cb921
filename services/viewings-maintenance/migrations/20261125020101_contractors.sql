-- The directory of who repairs things for an organisation.
SET lock_timeout = '5s';

CREATE TABLE contractors (
    contractor_id   bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    name            text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 100),
    trade           text NOT NULL CHECK (trade IN ('Plumber', 'Gas engineer', 'Electrician', 'Locksmith', 'Roofer', 'Builder',
        'Decorator', 'Cleaner', 'Gardener', 'Pest control', 'Handyman', 'Other')),
    phone           text NOT NULL CHECK (char_length(phone) BETWEEN 10 AND 30),
    email           text CHECK (char_length(email) BETWEEN 3 AND 254),
    registration    text CHECK (char_length(registration) BETWEEN 1 AND 200),
    notes           text CHECK (char_length(notes) BETWEEN 1 AND 1000),
    version         bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,

    CONSTRAINT contractors_pk PRIMARY KEY (organisation_id, contractor_id),
    -- Nobody may work on gas without being registered.
    CONSTRAINT contractors_registration_ck CHECK (trade <> 'Gas engineer' OR registration IS NOT NULL),
    CONSTRAINT contractors_times_ck CHECK (updated_at >= created_at)
);
-- The list, by name.
CREATE INDEX contractors_organisation_id_name_idx ON contractors (organisation_id, (lower(name)), contractor_id);

ALTER TABLE contractors ENABLE ROW LEVEL SECURITY;
ALTER TABLE contractors FORCE ROW LEVEL SECURITY;
CREATE POLICY contractors_app ON contractors TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY contractors_worker ON contractors TO lintel_worker USING (true);
CREATE POLICY contractors_gone ON contractors TO CURRENT_USER USING (vm_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON contractors TO lintel_app;
GRANT SELECT ON contractors TO lintel_worker;
