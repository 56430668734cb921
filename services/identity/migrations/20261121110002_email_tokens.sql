-- What was mailed to prove an address: a link's token and a code that a person can type.
SET lock_timeout = '5s';

CREATE TABLE email_tokens (
    email_token_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT email_tokens_pk PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT email_tokens_user_id_fk REFERENCES users,
    purpose text NOT NULL CONSTRAINT email_tokens_purpose_known CHECK (purpose IN ('verification')),
    -- SHA-256 of 256 random bits: nothing that is stored opens anything.
    token_hash bytea NOT NULL CONSTRAINT email_tokens_token_hash_length CHECK (octet_length(token_hash) = 32),
    -- HMAC-SHA-256 under a key that is not in this database, because a code is short enough to be tried out. Null once the
    -- code is retired; its link may still work.
    code_hash bytea CONSTRAINT email_tokens_code_hash_length CHECK (octet_length(code_hash) = 32),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT email_tokens_token_hash_uq UNIQUE (token_hash),
    CONSTRAINT email_tokens_code_hash_uq UNIQUE (code_hash)
);
CREATE INDEX email_tokens_user_id_idx ON email_tokens (user_id, purpose, created_at);
CREATE INDEX email_tokens_expires_at_idx ON email_tokens (expires_at);

GRANT SELECT, INSERT, UPDATE ON email_tokens TO lintel_app;
GRANT SELECT, DELETE ON email_tokens TO lintel_worker;

ALTER TABLE email_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY email_tokens_app ON email_tokens TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY email_tokens_worker ON email_tokens TO lintel_worker USING (true);
CREATE POLICY email_tokens_owner ON email_tokens FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION user_by_token_hash(wanted bytea, wanted_purpose text) RETURNS bigint
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT user_id FROM public.email_tokens WHERE token_hash = wanted AND purpose = wanted_purpose';
REVOKE ALL ON FUNCTION user_by_token_hash FROM PUBLIC;
GRANT EXECUTE ON FUNCTION user_by_token_hash TO lintel_app;

CREATE FUNCTION user_by_code_hash(wanted bytea, wanted_purpose text) RETURNS bigint
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT user_id FROM public.email_tokens WHERE code_hash = wanted AND purpose = wanted_purpose';
REVOKE ALL ON FUNCTION user_by_code_hash FROM PUBLIC;
GRANT EXECUTE ON FUNCTION user_by_code_hash TO lintel_app;
