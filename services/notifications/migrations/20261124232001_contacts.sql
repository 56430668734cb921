-- How accounts are reached, and to which organisations they belong: for mails that go to an organisation's members. And mails to people
-- without an account.
SET lock_timeout = '5s';

CREATE TABLE contacts (
    user_id bigint CONSTRAINT contacts_pk PRIMARY KEY,
    -- Of the last event that was taken; an older one that comes later says nothing.
    version bigint NOT NULL,
    -- Name, address and switches, as identity sealed them to this service's key.
    sealed bytea NOT NULL
);

CREATE TABLE members (
    organisation_id bigint NOT NULL,
    user_id bigint NOT NULL,
    CONSTRAINT members_pk PRIMARY KEY (organisation_id, user_id)
);
CREATE INDEX members_user_id_idx ON members (user_id);

ALTER TABLE deliveries ALTER COLUMN user_id DROP NOT NULL;

ALTER TABLE contacts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY contacts_worker ON contacts TO lintel_worker USING (true);
ALTER TABLE members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY members_worker ON members TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON contacts, members TO lintel_worker;
