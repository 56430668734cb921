-- Wrong passwords of somebody who is signed in are counted by session, so that strangers who lock an address lock nothing of its
-- owner's (T12).
SET lock_timeout = '5s';

ALTER TABLE sessions
    -- Consecutive wrong passwords, and until when none is judged.
    ADD COLUMN failed_passwords integer NOT NULL DEFAULT 0,
    ADD COLUMN passwords_locked_until timestamptz;
