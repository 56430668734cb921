-- Half-filled forms, sealed under their organisation's key. One that was submitted keeps its number and nothing of what was filled in.
SET lock_timeout = '5s';

CREATE TABLE application_drafts (
    draft_id        bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    -- The link under which it began.
    invite_id       bigint NOT NULL,
    token_hash      bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    -- A Signup of the contract, sealed; null once it was submitted.
    sealed_answers  bytea,
    step            smallint NOT NULL CHECK (step BETWEEN 1 AND 4),
    -- What it became.
    application_id  bigint,
    expires_at      timestamptz NOT NULL,
    version         bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,

    CONSTRAINT application_drafts_pk PRIMARY KEY (organisation_id, draft_id),
    CONSTRAINT application_drafts_organisation_id_token_hash_uq UNIQUE (organisation_id, token_hash),
    CONSTRAINT application_drafts_sealed_answers_ck CHECK ((sealed_answers IS NULL) = (application_id IS NOT NULL))
);
CREATE INDEX application_drafts_expires_at_idx ON application_drafts (expires_at);
-- How many began under a link within the hour.
CREATE INDEX application_drafts_organisation_id_invite_id_idx ON application_drafts (organisation_id, invite_id, created_at);

ALTER TABLE application_drafts ENABLE ROW LEVEL SECURITY;
ALTER TABLE application_drafts FORCE ROW LEVEL SECURITY;
CREATE POLICY application_drafts_app ON application_drafts TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY application_drafts_worker ON application_drafts TO lintel_worker USING (true);
CREATE POLICY application_drafts_gone ON application_drafts TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT, UPDATE ON application_drafts TO lintel_app;
GRANT SELECT, DELETE ON application_drafts TO lintel_worker;

-- When a link to a half-filled form was mailed to which address, so that nobody is flooded.
CREATE TABLE draft_mails (
    draft_mail_id   bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    invite_id       bigint NOT NULL,
    draft_id        bigint NOT NULL,
    -- HMAC-SHA-256 of the address under a key that is not in this database.
    email_hash      bytea NOT NULL CHECK (octet_length(email_hash) = 32),
    sent_at         timestamptz NOT NULL,

    CONSTRAINT draft_mails_pk PRIMARY KEY (organisation_id, draft_mail_id)
);
CREATE INDEX draft_mails_organisation_id_sent_at_idx ON draft_mails (organisation_id, sent_at);
CREATE INDEX draft_mails_sent_at_idx ON draft_mails (sent_at);

ALTER TABLE draft_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE draft_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY draft_mails_app ON draft_mails TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY draft_mails_worker ON draft_mails TO lintel_worker USING (true);
CREATE POLICY draft_mails_gone ON draft_mails TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT ON draft_mails TO lintel_app;
GRANT SELECT, DELETE ON draft_mails TO lintel_worker;
