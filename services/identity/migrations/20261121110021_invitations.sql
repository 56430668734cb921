-- People who were invited into an organisation and did not accept yet. An acceptance takes the row away: that is what makes
-- it happen once.
SET lock_timeout = '5s';

CREATE TABLE invitations (
    invitation_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT invitations_pk PRIMARY KEY,
    organisation_id bigint NOT NULL CONSTRAINT invitations_organisation_id_fk REFERENCES organisations,
    email text NOT NULL CONSTRAINT invitations_email_length CHECK (length(email) <= 254),
    email_key text NOT NULL CONSTRAINT invitations_email_key_lower CHECK (email_key = lower(email_key)),
    grade text NOT NULL CONSTRAINT invitations_grade_known CHECK (grade IN ('Viewer', 'Manager', 'Owner')),
    invited_by bigint NOT NULL CONSTRAINT invitations_invited_by_fk REFERENCES users,
    -- SHA-256 of 256 random bits.
    token_hash bytea NOT NULL CONSTRAINT invitations_token_hash_length CHECK (octet_length(token_hash) = 32),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT invitations_token_hash_uq UNIQUE (token_hash),
    CONSTRAINT invitations_organisation_id_email_key_uq UNIQUE (organisation_id, email_key)
);
CREATE INDEX invitations_expires_at_idx ON invitations (expires_at);

-- When an organisation had a mail sent to which address: what the limits count, whatever became of the invitation.
CREATE TABLE invitation_mails (
    invitation_mail_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT invitation_mails_pk PRIMARY KEY,
    organisation_id bigint NOT NULL CONSTRAINT invitation_mails_organisation_id_fk REFERENCES organisations,
    -- HMAC-SHA-256 of the address under a key that is not in this database.
    email_hash bytea NOT NULL CONSTRAINT invitation_mails_email_hash_length CHECK (octet_length(email_hash) = 32),
    sent_at timestamptz NOT NULL
);
CREATE INDEX invitation_mails_organisation_id_sent_at_idx ON invitation_mails (organisation_id, sent_at);
CREATE INDEX invitation_mails_email_hash_sent_at_idx ON invitation_mails (email_hash, sent_at);
CREATE INDEX invitation_mails_sent_at_idx ON invitation_mails (sent_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO lintel_app;
GRANT SELECT, DELETE ON invitations TO lintel_worker;
GRANT SELECT, INSERT ON invitation_mails TO lintel_app;
GRANT SELECT, DELETE ON invitation_mails TO lintel_worker;

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY invitations_app ON invitations TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY invitations_worker ON invitations TO lintel_worker USING (true);
CREATE POLICY invitations_owner ON invitations FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE invitation_mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY invitation_mails_app ON invitation_mails TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY invitation_mails_worker ON invitation_mails TO lintel_worker USING (true);
CREATE POLICY invitation_mails_owner ON invitation_mails FOR SELECT TO CURRENT_USER USING (true);

-- Before anybody is known, a link's token resolves to an organisation's id and to nothing else.
CREATE FUNCTION organisation_by_invitation(wanted bytea) RETURNS bigint
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id FROM public.invitations WHERE token_hash = wanted';
REVOKE ALL ON FUNCTION organisation_by_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organisation_by_invitation TO lintel_app;

-- How often an address was written to by all organisations together, and by whom is not said.
CREATE FUNCTION invitation_mails_to(wanted bytea, since timestamptz) RETURNS bigint
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT count(*) FROM public.invitation_mails WHERE email_hash = wanted AND sent_at > since';
REVOKE ALL ON FUNCTION invitation_mails_to FROM PUBLIC;
GRANT EXECUTE ON FUNCTION invitation_mails_to TO lintel_app;
