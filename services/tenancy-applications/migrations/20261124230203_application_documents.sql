-- Documents of applications: what they are, their sealed bytes, and who read them when.
SET lock_timeout = '5s';

CREATE TABLE application_documents (
    document_id      bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    application_id   bigint NOT NULL,
    document_type    text NOT NULL CHECK (document_type IN
        ('passportOrId', 'proofOfAddress', 'rightToRent', 'bankStatements', 'employmentProof', 'other')),
    title            text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
    status           text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected')),
    reason           text CHECK (char_length(reason) BETWEEN 1 AND 500),
    media_type       text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
    -- Of the file in clear.
    size_bytes       bigint NOT NULL CHECK (size_bytes BETWEEN 1 AND 20971520),
    added_by         text NOT NULL CHECK (added_by IN ('Landlord', 'Applicant')),
    created_at       timestamptz NOT NULL,
    -- Whether the members were mailed that it came: many at once are one mail.
    members_told     boolean NOT NULL,
    -- When a landlord last read it.
    opened_at        timestamptz,

    CONSTRAINT application_documents_pk PRIMARY KEY (organisation_id, document_id),
    CONSTRAINT application_documents_organisation_id_application_id_fk FOREIGN KEY (organisation_id, application_id)
        REFERENCES applications (organisation_id, application_id) ON DELETE CASCADE,
    CONSTRAINT application_documents_reason_ck CHECK ((status = 'rejected') = (reason IS NOT NULL))
);
CREATE INDEX application_documents_organisation_id_application_id_idx
    ON application_documents (organisation_id, application_id, document_id);

CREATE TABLE document_contents (
    organisation_id bigint NOT NULL,
    document_id     bigint NOT NULL,
    -- Sealed with the organisation's key, together with the document's number: in another row it does not open.
    sealed          bytea NOT NULL,

    CONSTRAINT document_contents_pk PRIMARY KEY (organisation_id, document_id),
    CONSTRAINT document_contents_organisation_id_document_id_fk FOREIGN KEY (organisation_id, document_id)
        REFERENCES application_documents (organisation_id, document_id) ON DELETE CASCADE
);
-- What is sealed cannot be compressed.
ALTER TABLE document_contents ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE document_readings (
    document_reading_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id     bigint NOT NULL,
    document_id         bigint NOT NULL,
    actor               text NOT NULL CHECK (actor IN ('Landlord', 'Applicant')),
    -- The account; null for somebody with the private link.
    user_id             bigint,
    read_at             timestamptz NOT NULL,

    CONSTRAINT document_readings_pk PRIMARY KEY (organisation_id, document_reading_id),
    CONSTRAINT document_readings_organisation_id_document_id_fk FOREIGN KEY (organisation_id, document_id)
        REFERENCES application_documents (organisation_id, document_id) ON DELETE CASCADE
);
CREATE INDEX document_readings_organisation_id_document_id_idx
    ON document_readings (organisation_id, document_id, document_reading_id);

ALTER TABLE application_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE application_documents FORCE ROW LEVEL SECURITY;
ALTER TABLE document_contents ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_contents FORCE ROW LEVEL SECURITY;
ALTER TABLE document_readings ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_readings FORCE ROW LEVEL SECURITY;
CREATE POLICY application_documents_app ON application_documents TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY document_contents_app ON document_contents TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY document_readings_app ON document_readings TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY application_documents_worker ON application_documents TO lintel_worker USING (true);
CREATE POLICY document_contents_worker ON document_contents TO lintel_worker USING (true);
CREATE POLICY document_readings_worker ON document_readings TO lintel_worker USING (true);
CREATE POLICY application_documents_gone ON application_documents TO CURRENT_USER USING (is_gone(organisation_id));
CREATE POLICY document_contents_gone ON document_contents TO CURRENT_USER USING (is_gone(organisation_id));
CREATE POLICY document_readings_gone ON document_readings TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT, UPDATE ON application_documents TO lintel_app;
-- Contents and readings are written once.
GRANT SELECT, INSERT ON document_contents, document_readings TO lintel_app;
GRANT SELECT, DELETE ON application_documents TO lintel_worker;
