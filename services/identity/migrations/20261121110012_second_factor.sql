-- The second factor: an authenticator app's secret, recovery codes, and sign-ins that wait for a code.
SET lock_timeout = '5s';

CREATE TABLE second_factors (
    user_id bigint CONSTRAINT second_factors_pk PRIMARY KEY CONSTRAINT second_factors_user_id_fk REFERENCES users,
    -- 160 random bits, sealed under the master key for this account.
    sealed_secret bytea NOT NULL,
    created_at timestamptz NOT NULL,
    -- Since when it is asked for; null while it waits for its first code.
    confirmed_at timestamptz,
    -- The time step of the last code that was taken: a code counts once (T20).
    last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
    user_id bigint NOT NULL CONSTRAINT recovery_codes_user_id_fk REFERENCES users,
    -- HMAC-SHA-256 under a key that is not in this database.
    code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_hash_length CHECK (octet_length(code_hash) = 32),
    used_at timestamptz,
    CONSTRAINT recovery_codes_pk PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE login_challenges (
    -- SHA-256 of 256 random bits.
    challenge_hash bytea CONSTRAINT login_challenges_pk PRIMARY KEY
        CONSTRAINT login_challenges_hash_length CHECK (octet_length(challenge_hash) = 32),
    user_id bigint NOT NULL CONSTRAINT login_challenges_user_id_fk REFERENCES users,
    tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);
CREATE INDEX login_challenges_user_id_idx ON login_challenges (user_id);
CREATE INDEX login_challenges_expires_at_idx ON login_challenges (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors, recovery_codes, login_challenges TO lintel_app;
GRANT SELECT, DELETE ON login_challenges TO lintel_worker;

ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY second_factors_app ON second_factors TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);

ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY recovery_codes_app ON recovery_codes TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);

ALTER TABLE login_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY login_challenges_app ON login_challenges TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY login_challenges_worker ON login_challenges TO lintel_worker USING (true);
CREATE POLICY login_challenges_owner ON login_challenges FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION user_by_challenge(wanted bytea) RETURNS bigint
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT user_id FROM public.login_challenges WHERE challenge_hash = wanted';
REVOKE ALL ON FUNCTION user_by_challenge FROM PUBLIC;
GRANT EXECUTE ON FUNCTION user_by_challenge TO lintel_app;
