-- Who is told what concerns an organisation: copies of identity's accounts and members. Names and addresses stay sealed to this service.
SET lock_timeout = '5s';

CREATE TABLE contacts (
    user_id bigint  CONSTRAINT contacts_pk PRIMARY KEY,
    -- An AccountContact, sealed to this service's key. Null once the account is deleted: its number and its version stay, so that a
    -- late event brings nothing back.
    contact bytea,
    version bigint  NOT NULL CONSTRAINT contacts_version_ck CHECK (version >= 0)
);

CREATE TABLE members (
    organisation_id bigint  NOT NULL,
    membership_id   bigint  NOT NULL,
    user_id         bigint  NOT NULL,
    -- A membership that ended stays for the same reason; somebody who comes back gets a new one.
    ended           boolean NOT NULL DEFAULT false,
    version         bigint  NOT NULL CONSTRAINT members_version_ck CHECK (version >= 0),

    CONSTRAINT members_pk PRIMARY KEY (organisation_id, membership_id)
);

-- Whether the two were filled from identity: an older installation has accounts and members that no event will ever tell of.
CREATE TABLE filled_contacts (
    only_row  boolean     CONSTRAINT filled_contacts_pk PRIMARY KEY DEFAULT true CHECK (only_row),
    filled_at timestamptz NOT NULL DEFAULT now()
);

-- Applicants, guarantors and employers get mails without having an account.
ALTER TABLE deliveries ALTER COLUMN user_id DROP NOT NULL;

ALTER TABLE contacts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY contacts_worker ON contacts TO lintel_worker USING (true);
ALTER TABLE members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY members_worker ON members TO lintel_worker USING (true);
ALTER TABLE filled_contacts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY filled_contacts_worker ON filled_contacts TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE ON contacts, members TO lintel_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON filled_contacts TO lintel_worker;
