-- Failed sign-ins by address, whether anybody has it or not: a count for accounts only would tell that there is one (T11).
-- users.failed_logins and users.locked_until are not read any more; a release that no older program runs beside takes them away.
SET lock_timeout = '5s';

CREATE TABLE login_tries (
    -- HMAC-SHA-256 of the address under a key that is not in this database.
    address_hash bytea CONSTRAINT login_tries_pk PRIMARY KEY
        CONSTRAINT login_tries_address_hash_length CHECK (octet_length(address_hash) = 32),
    -- Consecutive tries whose password or code was not (yet) found right.
    failures integer NOT NULL,
    locked_until timestamptz,
    last_at timestamptz NOT NULL
);
CREATE INDEX login_tries_last_at_idx ON login_tries (last_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON login_tries TO lintel_app;
GRANT SELECT, DELETE ON login_tries TO lintel_worker;

-- The rows belong to nobody, and say nothing to whoever does not have the key.
ALTER TABLE login_tries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY login_tries_app ON login_tries TO lintel_app USING (true);
CREATE POLICY login_tries_worker ON login_tries TO lintel_worker USING (true);
