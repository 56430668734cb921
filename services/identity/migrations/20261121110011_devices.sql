-- Devices that an account has signed in from, how old its password is, and sessions that have to change it first.
SET lock_timeout = '5s';

-- Null for accounts whose password is the one of sign-up.
ALTER TABLE users ADD COLUMN password_changed_at timestamptz;
ALTER TABLE sessions ADD COLUMN password_change_due boolean NOT NULL DEFAULT false;

CREATE TABLE devices (
    user_id bigint NOT NULL CONSTRAINT devices_user_id_fk REFERENCES users,
    -- SHA-256 of the 256 random bits in the device's cookie.
    device_hash bytea NOT NULL CONSTRAINT devices_device_hash_length CHECK (octet_length(device_hash) = 32),
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    -- Tries from a known device are counted here, so that strangers who lock the account do not lock its owner out.
    failed_logins integer NOT NULL DEFAULT 0,
    locked_until timestamptz,
    CONSTRAINT devices_pk PRIMARY KEY (user_id, device_hash)
);
CREATE INDEX devices_last_used_at_idx ON devices (last_used_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON devices TO lintel_app;
GRANT SELECT, DELETE ON devices TO lintel_worker;

ALTER TABLE devices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY devices_app ON devices TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY devices_worker ON devices TO lintel_worker USING (true);
