-- The keys that sign tokens. Calls never touch this table: lintel_app has no right on it.
SET lock_timeout = '5s';

CREATE TABLE signing_keys (
    key_id text CONSTRAINT signing_keys_pk PRIMARY KEY,
    -- The Ed25519 secret, sealed with the master key for this key_id.
    sealed_secret bytea NOT NULL,
    public_key bytea NOT NULL CONSTRAINT signing_keys_public_key_length CHECK (octet_length(public_key) = 32),
    created_at timestamptz NOT NULL,
    -- Since when it neither signs nor verifies.
    retired_at timestamptz
);

GRANT SELECT, INSERT ON signing_keys TO lintel_worker;

ALTER TABLE signing_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY signing_keys_worker ON signing_keys TO lintel_worker USING (true);
