-- What identity's keys are derived from, wrapped with the master key, so that the master key can be another one.
SET lock_timeout = '5s';

CREATE TABLE root_keys (
    -- There is one.
    one boolean CONSTRAINT root_keys_pk PRIMARY KEY DEFAULT true CONSTRAINT root_keys_one CHECK (one),
    -- The name of the master key that opens it: a hash of it, which tells nothing else.
    master_key_id text NOT NULL,
    wrapped bytea NOT NULL,
    created_at timestamptz NOT NULL,
    wrapped_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON root_keys TO lintel_worker;

ALTER TABLE root_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY root_keys_worker ON root_keys TO lintel_worker USING (true);
