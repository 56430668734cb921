-- Signed-in sessions and their rotating refresh tokens.
SET lock_timeout = '5s';

CREATE TABLE sessions (
    session_id uuid CONSTRAINT sessions_pk PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT sessions_user_id_fk REFERENCES users,
    -- The organisation that the session's tokens name.
    organisation_id bigint CONSTRAINT sessions_organisation_id_fk REFERENCES organisations,
    user_agent text NOT NULL CONSTRAINT sessions_user_agent_length CHECK (length(user_agent) <= 400),
    created_at timestamptz NOT NULL,
    -- The last sign-in or refresh: precise to the lifetime of an access token.
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    -- SHA-256 of the token that the next refresh needs, and of the one before it.
    refresh_hash bytea NOT NULL CONSTRAINT sessions_refresh_hash_length CHECK (octet_length(refresh_hash) = 32),
    previous_hash bytea CONSTRAINT sessions_previous_hash_length CHECK (octet_length(previous_hash) = 32),
    rotated_at timestamptz,
    -- The current token, sealed under a key that only the previous token yields: two tabs get the same successor, and
    -- nothing readable is stored.
    successor_box bytea,
    CONSTRAINT sessions_rotation_whole
        CHECK (num_nulls(previous_hash, rotated_at, successor_box) IN (0, 3))
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id, created_at);
CREATE INDEX sessions_ended_at_idx ON sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

GRANT SELECT, INSERT, UPDATE ON sessions TO lintel_app;
GRANT SELECT, DELETE ON sessions TO lintel_worker;

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sessions_app ON sessions TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY sessions_worker ON sessions TO lintel_worker USING (true);
CREATE POLICY sessions_owner ON sessions FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION user_by_session(wanted uuid) RETURNS bigint
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT user_id FROM public.sessions WHERE session_id = wanted';
REVOKE ALL ON FUNCTION user_by_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION user_by_session TO lintel_app;
