-- Wrong codes of the second factor are counted by account and apart from wrong passwords, so that a right password never clears or
-- lowers their count (T20).
SET lock_timeout = '5s';

ALTER TABLE second_factors
    -- Consecutive wrong codes, and until when no code is judged.
    ADD COLUMN failed_codes integer NOT NULL DEFAULT 0,
    ADD COLUMN codes_locked_until timestamptz;

-- Whether wrong passwords came before the right one: the security log says so when the session begins.
ALTER TABLE login_challenges ADD COLUMN after_failures boolean NOT NULL DEFAULT false;
