-- Copies of what identity says of accounts and organisations: whose verified address is whose, and who lets a home.
SET lock_timeout = '5s';

CREATE TABLE accounts (
    user_id   bigint NOT NULL,
    -- Null once the account is deleted: its number and its version stay, so that a late event brings nothing back.
    role      text CHECK (role IN ('Landlord', 'Tenant', 'Employer', 'Guarantor')),
    -- The verified address in lower case; null while it is not verified.
    email_key text CHECK (char_length(email_key) BETWEEN 3 AND 320),
    version   bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT accounts_pk PRIMARY KEY (user_id),
    CONSTRAINT accounts_deleted_ck CHECK (role IS NOT NULL OR email_key IS NULL)
);

CREATE TABLE organisation_names (
    organisation_id bigint NOT NULL,
    name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 400),
    version         bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT organisation_names_pk PRIMARY KEY (organisation_id)
);

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_app ON accounts TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY accounts_worker ON accounts TO lintel_worker USING (true);

ALTER TABLE organisation_names ENABLE ROW LEVEL SECURITY;
ALTER TABLE organisation_names FORCE ROW LEVEL SECURITY;
CREATE POLICY organisation_names_app ON organisation_names TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY organisation_names_worker ON organisation_names TO lintel_worker USING (true);
CREATE POLICY organisation_names_gone ON organisation_names TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT ON accounts, organisation_names TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON accounts, organisation_names TO lintel_worker;

-- Which copies were filled from their owners: an installation that is older than this service has properties, accounts and organisations
-- that no event will ever tell of.
CREATE TABLE filled_copies (
    copy      text CONSTRAINT filled_copies_pk PRIMARY KEY CHECK (copy IN ('homes', 'accounts', 'organisations')),
    filled_at timestamptz NOT NULL
);

ALTER TABLE filled_copies ENABLE ROW LEVEL SECURITY;
ALTER TABLE filled_copies FORCE ROW LEVEL SECURITY;
CREATE POLICY filled_copies_worker ON filled_copies TO lintel_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON filled_copies TO lintel_worker;
