-- Keys with which other programs call Lintel.
SET lock_timeout = '5s';

CREATE TABLE api_keys (
    api_key_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT api_keys_pk PRIMARY KEY,
    organisation_id bigint NOT NULL CONSTRAINT api_keys_organisation_id_fk REFERENCES organisations,
    created_by bigint NOT NULL CONSTRAINT api_keys_created_by_fk REFERENCES users,
    name text NOT NULL CONSTRAINT api_keys_name_length CHECK (length(name) BETWEEN 1 AND 100),
    prefix text NOT NULL,
    -- SHA-256 of 256 random bits.
    key_hash bytea NOT NULL CONSTRAINT api_keys_key_hash_length CHECK (octet_length(key_hash) = 32),
    scopes text[] NOT NULL CONSTRAINT api_keys_scopes_some CHECK (cardinality(scopes) > 0),
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    last_used_at timestamptz,
    CONSTRAINT api_keys_key_hash_uq UNIQUE (key_hash)
);
CREATE INDEX api_keys_organisation_id_idx ON api_keys (organisation_id, created_at);

-- What a key's tokens name as their session, so that they end as those of people do. A key has one that has not ended at most; the
-- row outlives its key, because tokens may.
CREATE TABLE api_key_sessions (
    session_id uuid CONSTRAINT api_key_sessions_pk PRIMARY KEY,
    api_key_id bigint NOT NULL,
    organisation_id bigint NOT NULL CONSTRAINT api_key_sessions_organisation_id_fk REFERENCES organisations,
    user_id bigint NOT NULL CONSTRAINT api_key_sessions_user_id_fk REFERENCES users,
    created_at timestamptz NOT NULL,
    ended_at timestamptz
);
CREATE UNIQUE INDEX api_key_sessions_api_key_id_uq ON api_key_sessions (api_key_id) WHERE ended_at IS NULL;
CREATE INDEX api_key_sessions_ended_at_idx ON api_key_sessions (ended_at) WHERE ended_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON api_keys TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON api_key_sessions TO lintel_app;
GRANT SELECT, DELETE ON api_key_sessions TO lintel_worker;

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY api_keys_app ON api_keys TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY api_keys_owner ON api_keys FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE api_key_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY api_key_sessions_app ON api_key_sessions TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY api_key_sessions_worker ON api_key_sessions TO lintel_worker USING (true);

-- Before anybody is known, a key resolves to an organisation's id and to nothing else.
CREATE FUNCTION organisation_by_api_key(wanted bytea) RETURNS bigint
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id FROM public.api_keys WHERE key_hash = wanted';
REVOKE ALL ON FUNCTION organisation_by_api_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organisation_by_api_key TO lintel_app;
