-- Applications for homes, and what happened to each. They do not hang on the copy of the properties: an application outlives a property
-- that leaves the portfolio, so what it said then stands in it.
SET lock_timeout = '5s';

CREATE TABLE applications (
    application_id         bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id        bigint NOT NULL,
    property_id            bigint NOT NULL,
    property_name          text NOT NULL,
    -- With the postcode.
    property_address       text NOT NULL,
    room_id                bigint,
    room_number            text,
    home_rent              numeric(12,2) NOT NULL CHECK (home_rent >= 0),
    -- The account that made it; null for one that came by a link.
    user_id                bigint,
    -- The link and the half-filled form that it came by; what is deleted later leaves its number.
    invite_id              bigint,
    draft_id               bigint,
    name                   text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 100),
    email                  text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
    email_key              text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED,
    phone                  text NOT NULL CHECK (char_length(phone) BETWEEN 10 AND 30),
    address                text CHECK (char_length(address) BETWEEN 5 AND 300),
    date_of_birth          date,
    nationality            text CHECK (char_length(nationality) BETWEEN 2 AND 100),
    employment_status      text NOT NULL
        CHECK (employment_status IN ('full-time', 'part-time', 'contract', 'self-employed', 'student', 'other')),
    employer_name          text CHECK (char_length(employer_name) BETWEEN 2 AND 100),
    employer_phone         text CHECK (char_length(employer_phone) BETWEEN 10 AND 30),
    employer_email         text CHECK (char_length(employer_email) BETWEEN 3 AND 254),
    position               text CHECK (char_length(position) BETWEEN 2 AND 100),
    monthly_income         numeric(10,2) NOT NULL CHECK (monthly_income >= 0),
    guarantor_name         text CHECK (char_length(guarantor_name) BETWEEN 2 AND 100),
    guarantor_phone        text CHECK (char_length(guarantor_phone) BETWEEN 10 AND 30),
    guarantor_email        text NOT NULL CHECK (char_length(guarantor_email) BETWEEN 3 AND 254),
    guarantor_relationship text CHECK (guarantor_relationship IN ('parent', 'sibling', 'spouse', 'friend', 'relative', 'other')),
    move_in_date           date,
    additional_notes       text CHECK (char_length(additional_notes) BETWEEN 1 AND 2000),
    status                 text NOT NULL DEFAULT 'Submitted'
        CHECK (status IN ('Submitted', 'Documents Required', 'Background Check', 'Reference Check', 'Approved', 'Rejected')),
    current_step           smallint NOT NULL DEFAULT 1 CHECK (current_step BETWEEN 1 AND 5),
    landlord_notes         text CHECK (char_length(landlord_notes) BETWEEN 1 AND 4000),
    rejection_reason       text CHECK (char_length(rejection_reason) BETWEEN 1 AND 1000),
    approved_at            timestamptz,
    -- When it was rejected; retention counts from here.
    rejected_at            timestamptz,
    withdrawn_at           timestamptz,
    requested_documents    text[] NOT NULL DEFAULT '{}' CHECK (requested_documents <@ ARRAY[
        'passportOrId', 'proofOfAddress', 'rightToRent', 'bankStatements', 'employmentProof', 'other']),
    -- The tenant that it became.
    tenant_id              bigint,
    -- The token of the private link is made again from the nonce under a key that is not in this database; its hash finds the row.
    token_nonce            bytea NOT NULL CHECK (octet_length(token_nonce) = 32),
    token_hash             bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    version                bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at             timestamptz NOT NULL,
    updated_at             timestamptz NOT NULL,

    CONSTRAINT applications_pk PRIMARY KEY (organisation_id, application_id),
    CONSTRAINT applications_organisation_id_token_hash_uq UNIQUE (organisation_id, token_hash),
    -- A half-filled form becomes one application.
    CONSTRAINT applications_organisation_id_draft_id_uq UNIQUE (organisation_id, draft_id),
    CONSTRAINT applications_organisation_id_tenant_id_uq UNIQUE (organisation_id, tenant_id),
    CONSTRAINT applications_room_ck CHECK ((room_id IS NULL) = (room_number IS NULL)),
    CONSTRAINT applications_approved_at_ck CHECK ((status = 'Approved') = (approved_at IS NOT NULL)),
    CONSTRAINT applications_rejected_ck CHECK ((status = 'Rejected') = (rejected_at IS NOT NULL)
        AND (status = 'Rejected') = (rejection_reason IS NOT NULL)),
    CONSTRAINT applications_tenant_id_ck CHECK (tenant_id IS NULL OR status = 'Approved'),
    CONSTRAINT applications_times_ck CHECK (updated_at >= created_at)
);
-- Before anybody is known a token finds its row.
CREATE INDEX applications_token_hash_idx ON applications (token_hash);
-- By property and room, in order of arrival.
CREATE INDEX applications_organisation_id_home_idx
    ON applications (organisation_id, property_id, (coalesce(room_number, '')), application_id);
-- An account's own, and how many an address made today.
CREATE INDEX applications_email_key_idx ON applications (email_key, organisation_id, created_at);
CREATE INDEX applications_user_id_idx ON applications (user_id) WHERE user_id IS NOT NULL;
-- How many came by a link within the hour.
CREATE INDEX applications_organisation_id_invite_id_idx ON applications (organisation_id, invite_id, created_at) WHERE invite_id IS NOT NULL;
-- What retention looks for.
CREATE INDEX applications_updated_at_idx ON applications (updated_at) WHERE tenant_id IS NULL;

ALTER TABLE applications ENABLE ROW LEVEL SECURITY;
ALTER TABLE applications FORCE ROW LEVEL SECURITY;
CREATE POLICY applications_app ON applications TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY applications_worker ON applications TO lintel_worker USING (true);
CREATE POLICY applications_owner ON applications FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY applications_gone ON applications TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT, UPDATE ON applications TO lintel_app;
GRANT SELECT, DELETE ON applications TO lintel_worker;

CREATE TABLE application_events (
    application_event_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id      bigint NOT NULL,
    application_id       bigint NOT NULL,
    -- For programs.
    event                text NOT NULL CHECK (event ~ '^[a-z]+(-[a-z]+)*$'),
    -- For people.
    description          text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 2000),
    -- A part, never a name.
    actor                text NOT NULL CHECK (actor IN ('Landlord', 'Applicant', 'Guarantor', 'Employer', 'Lintel')),
    happened_at          timestamptz NOT NULL,

    CONSTRAINT application_events_pk PRIMARY KEY (organisation_id, application_event_id),
    CONSTRAINT application_events_organisation_id_application_id_fk FOREIGN KEY (organisation_id, application_id)
        REFERENCES applications (organisation_id, application_id) ON DELETE CASCADE
);
CREATE INDEX application_events_organisation_id_application_id_idx
    ON application_events (organisation_id, application_id, application_event_id);

ALTER TABLE application_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE application_events FORCE ROW LEVEL SECURITY;
CREATE POLICY application_events_app ON application_events TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY application_events_worker ON application_events TO lintel_worker USING (true);
CREATE POLICY application_events_gone ON application_events TO CURRENT_USER USING (is_gone(organisation_id));

-- Entries are added and never changed.
GRANT SELECT, INSERT ON application_events TO lintel_app;
GRANT SELECT ON application_events TO lintel_worker;

-- A private link's token resolves to the organisation and the row, and to nothing else.
CREATE FUNCTION application_of_token(wanted bytea, OUT organisation bigint, OUT application bigint) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id, application_id FROM public.applications WHERE token_hash = wanted';
REVOKE ALL ON FUNCTION application_of_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION application_of_token TO lintel_app;
