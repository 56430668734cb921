-- The device that each session was begun on, so that a change of password forgets every known device but the one that did it.
SET lock_timeout = '5s';

ALTER TABLE sessions
    -- As in devices, which may have forgotten it since; null for sessions from before.
    ADD COLUMN device_hash bytea CONSTRAINT sessions_device_hash_length CHECK (octet_length(device_hash) = 32);
