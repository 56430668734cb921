-- Copies of what identity says of organisations, their members and accounts: who lets, and who is responsible.
SET lock_timeout = '5s';

CREATE TABLE vm_organisations (
    organisation_id bigint NOT NULL,
    name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 400),
    version         bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT vm_organisations_pk PRIMARY KEY (organisation_id)
);

CREATE TABLE vm_accounts (
    user_id                 bigint NOT NULL,
    -- Null once the account is deleted: its number and its version stay, so that a late event brings nothing back.
    maintenance_auto_assign boolean,
    version                 bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT vm_accounts_pk PRIMARY KEY (user_id)
);

CREATE TABLE vm_members (
    organisation_id bigint NOT NULL,
    membership_id   bigint NOT NULL,
    user_id         bigint NOT NULL,
    -- Null once the membership ended: its number and its version stay.
    grade           text CHECK (grade IN ('Viewer', 'Manager', 'Owner')),
    version         bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT vm_members_pk PRIMARY KEY (organisation_id, membership_id)
);
CREATE INDEX vm_members_organisation_id_user_id_idx ON vm_members (organisation_id, user_id) WHERE grade IS NOT NULL;

ALTER TABLE vm_organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_organisations_app ON vm_organisations TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY vm_organisations_worker ON vm_organisations TO lintel_worker USING (true);
CREATE POLICY vm_organisations_gone ON vm_organisations TO CURRENT_USER USING (vm_is_gone(organisation_id));

ALTER TABLE vm_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_members FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_members_app ON vm_members TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY vm_members_worker ON vm_members TO lintel_worker USING (true);
CREATE POLICY vm_members_gone ON vm_members TO CURRENT_USER USING (vm_is_gone(organisation_id));

-- A request sees the choices of the members of its organisation and of nobody else.
ALTER TABLE vm_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_accounts_app ON vm_accounts TO lintel_app
    USING (EXISTS (SELECT FROM vm_members AS m
        WHERE m.organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint
            AND m.user_id = vm_accounts.user_id AND m.grade IS NOT NULL));
CREATE POLICY vm_accounts_worker ON vm_accounts TO lintel_worker USING (true);

GRANT SELECT ON vm_organisations, vm_accounts, vm_members TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON vm_organisations, vm_accounts, vm_members TO lintel_worker;
