-- Links that invite to apply for a home. The token is made again from the row's nonce under a key that is not in this database; its hash
-- finds the row.
SET lock_timeout = '5s';

CREATE TABLE invites (
    invite_id        bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    property_id      bigint NOT NULL,
    -- What the property was called when the link was made.
    property_name    text NOT NULL,
    property_address text NOT NULL,
    room_id          bigint,
    room_number      text,
    recipient_name   text CHECK (char_length(recipient_name) BETWEEN 1 AND 100),
    recipient_email  text CHECK (char_length(recipient_email) BETWEEN 3 AND 254),
    email_key        text GENERATED ALWAYS AS (lower(recipient_email)) STORED,
    token_nonce      bytea NOT NULL CHECK (octet_length(token_nonce) = 32),
    token_hash       bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    expires_at       timestamptz NOT NULL,
    revoked_at       timestamptz,
    last_used_at     timestamptz,
    applications     integer NOT NULL DEFAULT 0 CHECK (applications >= 0),
    -- The account.
    created_by       bigint NOT NULL,
    version          bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at       timestamptz NOT NULL,

    CONSTRAINT invites_pk PRIMARY KEY (organisation_id, invite_id),
    CONSTRAINT invites_organisation_id_token_hash_uq UNIQUE (organisation_id, token_hash),
    CONSTRAINT invites_room_ck CHECK ((room_id IS NULL) = (room_number IS NULL)),
    CONSTRAINT invites_expires_at_ck CHECK (expires_at > created_at)
);
-- Before anybody is known a token finds its row.
CREATE INDEX invites_token_hash_idx ON invites (token_hash);
-- Which organisations invited an address.
CREATE INDEX invites_email_key_idx ON invites (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX invites_expires_at_idx ON invites (expires_at);

ALTER TABLE invites ENABLE ROW LEVEL SECURITY;
ALTER TABLE invites FORCE ROW LEVEL SECURITY;
CREATE POLICY invites_app ON invites TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY invites_worker ON invites TO lintel_worker USING (true);
CREATE POLICY invites_owner ON invites FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY invites_gone ON invites TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT, UPDATE ON invites TO lintel_app;
GRANT SELECT, DELETE ON invites TO lintel_worker;

-- A link's token resolves to the organisation and the row, and to nothing else.
CREATE FUNCTION invite_of_token(wanted bytea, OUT organisation bigint, OUT invite bigint) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id, invite_id FROM public.invites WHERE token_hash = wanted';
REVOKE ALL ON FUNCTION invite_of_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION invite_of_token TO lintel_app;
