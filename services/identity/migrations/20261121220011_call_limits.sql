-- How often strangers at one network address asked for what guards accounts, counted for all replicas together.
SET lock_timeout = '5s';

-- Unlogged: a count that a crash of the server loses does no harm, and nobody waits for the disk.
CREATE UNLOGGED TABLE call_limits (
    -- What is counted: sign-ins, codes and so on.
    guard text NOT NULL,
    -- HMAC-SHA-256 of the network address under a key that is not in this database.
    subject bytea NOT NULL CONSTRAINT call_limits_subject_length CHECK (octet_length(subject) = 32),
    -- Each call moves it on by the time that one call is worth; it may lead the clock by the whole span of the limit.
    spent_until timestamptz NOT NULL,
    CONSTRAINT call_limits_pk PRIMARY KEY (guard, subject)
);
CREATE INDEX call_limits_spent_until_idx ON call_limits (spent_until);

GRANT SELECT, INSERT, UPDATE ON call_limits TO lintel_app;
GRANT SELECT, DELETE ON call_limits TO lintel_worker;

-- The rows belong to nobody, and say nothing to whoever does not have the key.
ALTER TABLE call_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY call_limits_app ON call_limits TO lintel_app USING (true);
CREATE POLICY call_limits_worker ON call_limits TO lintel_worker USING (true);
