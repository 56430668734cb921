-- Where a session was begun, for a person who asks where they are signed in. Empty for sessions from before.
SET lock_timeout = '5s';

ALTER TABLE sessions
    ADD COLUMN address text NOT NULL DEFAULT ''
        CONSTRAINT sessions_address_length CHECK (length(address) <= 45);
COMMENT ON COLUMN sessions.last_used_at IS 'The last request that a person caused, to the half minute';

-- Gateways tell when sessions of all accounts were last used.
GRANT UPDATE (last_used_at) ON sessions TO lintel_worker;
