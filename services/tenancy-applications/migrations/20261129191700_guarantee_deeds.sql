-- Guarantors sign a deed of their own beside a witness, with its documents and its chain of evidence.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE guarantee_deeds (
    deed_id                  bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id          bigint NOT NULL,
    agreement_id             bigint NOT NULL,
    -- The guarantor among the agreement's signers. How much is guaranteed is in the agreement's terms.
    signer_id                bigint NOT NULL,
    -- Where the guarantor lives; null where their reference was waived.
    guarantor_address        text CHECK (char_length(guarantor_address) BETWEEN 1 AND 500),
    -- For whom.
    tenants                  text[] NOT NULL CHECK (cardinality(tenants) >= 1),
    document_hash            bytea NOT NULL CHECK (octet_length(document_hash) = 32),
    pages                    integer NOT NULL CHECK (pages >= 0),
    signed_hash              bytea CHECK (octet_length(signed_hash) = 32),
    signed_at                timestamptz,
    witness_name             text CHECK (char_length(witness_name) BETWEEN 2 AND 200),
    witness_address          text CHECK (char_length(witness_address) BETWEEN 10 AND 300),
    witness_occupation       text CHECK (char_length(witness_occupation) BETWEEN 1 AND 100),
    -- The picture, sealed with the organisation's key.
    sealed_witness_signature bytea,
    -- Nothing that falls due after this day is guaranteed.
    end_date                 date,
    end_reason               text CHECK (end_reason IN ('tenant-died', 'notice', 'agreed')),
    version                  bigint NOT NULL DEFAULT 1 CHECK (version >= 1),

    CONSTRAINT guarantee_deeds_pk PRIMARY KEY (organisation_id, deed_id),
    CONSTRAINT guarantee_deeds_organisation_id_signer_id_uq UNIQUE (organisation_id, signer_id),
    CONSTRAINT guarantee_deeds_organisation_id_signer_id_fk FOREIGN KEY (organisation_id, signer_id)
        REFERENCES agreement_signers (organisation_id, signer_id) ON DELETE CASCADE,
    CONSTRAINT guarantee_deeds_signed_ck CHECK (
        (signed_at IS NULL) = (signed_hash IS NULL) AND (signed_at IS NULL) = (witness_name IS NULL)
        AND (signed_at IS NULL) = (witness_address IS NULL) AND (signed_at IS NULL) = (sealed_witness_signature IS NULL)),
    CONSTRAINT guarantee_deeds_end_ck CHECK ((end_date IS NULL) = (end_reason IS NULL) AND (end_date IS NULL OR signed_at IS NOT NULL))
);
CREATE INDEX guarantee_deeds_organisation_id_agreement_id_idx ON guarantee_deeds (organisation_id, agreement_id, deed_id);

CREATE TABLE guarantee_contents (
    organisation_id bigint NOT NULL,
    deed_id         bigint NOT NULL,
    -- Whether it has the certificate.
    certified       boolean NOT NULL,
    -- Sealed with the organisation's key, together with the deed's number: in another row it does not open.
    sealed          bytea NOT NULL,

    CONSTRAINT guarantee_contents_pk PRIMARY KEY (organisation_id, deed_id, certified),
    CONSTRAINT guarantee_contents_organisation_id_deed_id_fk FOREIGN KEY (organisation_id, deed_id)
        REFERENCES guarantee_deeds (organisation_id, deed_id) ON DELETE CASCADE
);
-- What is sealed cannot be compressed.
ALTER TABLE guarantee_contents ALTER COLUMN sealed SET STORAGE EXTERNAL;

-- The chain of evidence, as agreement_events. Written once: nobody may change or delete an entry.
CREATE TABLE guarantee_events (
    event_id        bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    deed_id         bigint NOT NULL,
    -- From 1, without gaps: the agreement's row is locked.
    number          integer NOT NULL CHECK (number >= 1),
    -- JSON, hashed as it is here.
    entry           bytea NOT NULL,
    hash            bytea NOT NULL CHECK (octet_length(hash) = 32),

    CONSTRAINT guarantee_events_pk PRIMARY KEY (organisation_id, deed_id, number),
    CONSTRAINT guarantee_events_organisation_id_event_id_uq UNIQUE (organisation_id, event_id),
    CONSTRAINT guarantee_events_organisation_id_deed_id_fk FOREIGN KEY (organisation_id, deed_id)
        REFERENCES guarantee_deeds (organisation_id, deed_id) ON DELETE CASCADE
);

ALTER TABLE guarantee_deeds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY guarantee_deeds_app ON guarantee_deeds TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY guarantee_deeds_worker ON guarantee_deeds TO lintel_worker USING (true);
CREATE POLICY guarantee_deeds_gone ON guarantee_deeds TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE guarantee_contents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY guarantee_contents_app ON guarantee_contents TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY guarantee_contents_worker ON guarantee_contents TO lintel_worker USING (true);
CREATE POLICY guarantee_contents_gone ON guarantee_contents TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE guarantee_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY guarantee_events_app ON guarantee_events TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY guarantee_events_worker ON guarantee_events TO lintel_worker USING (true);
CREATE POLICY guarantee_events_gone ON guarantee_events TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT, UPDATE ON guarantee_deeds TO lintel_app;
-- Documents and evidence are written once.
GRANT SELECT, INSERT ON guarantee_contents, guarantee_events TO lintel_app;
GRANT SELECT ON guarantee_deeds, guarantee_contents, guarantee_events TO lintel_worker;
