-- Agreements: what is signed, who signs it, and what happened, as a chain of evidence. A token is made of the signer's row under the
-- service's key; its hash alone is here.
SET lock_timeout = '5s';

CREATE TABLE agreements (
    agreement_id     bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    tenancy_id       bigint NOT NULL,
    -- The application that it was issued from.
    application_id   bigint NOT NULL,
    property_id      bigint NOT NULL,
    state            text NOT NULL DEFAULT 'issued' CHECK (state IN ('issued', 'signed', 'declined', 'voided')),
    nation           text NOT NULL CHECK (nation IN ('England', 'Wales', 'Scotland', 'Northern Ireland')),
    -- The first day of the edition of its rules and texts; null for the landlord's own document.
    edition          date,
    -- A lintel.tenancy.v1.AgreementTerms; of the landlord's own document what matters of it afterwards.
    terms            bytea NOT NULL,
    property_address text NOT NULL CHECK (char_length(property_address) BETWEEN 1 AND 500),
    document_hash    bytea NOT NULL CHECK (octet_length(document_hash) = 32),
    -- 0 where they could not be counted.
    pages            integer NOT NULL CHECK (pages >= 0),
    signed_hash      bytea CHECK (octet_length(signed_hash) = 32),
    reason           text CHECK (char_length(reason) BETWEEN 1 AND 500),
    -- Whether those who were asked know that it is void.
    void_told        boolean NOT NULL DEFAULT false,
    created_at       timestamptz NOT NULL,
    completed_at     timestamptz,
    version          bigint NOT NULL DEFAULT 1 CHECK (version >= 1),

    CONSTRAINT agreements_pk PRIMARY KEY (organisation_id, agreement_id),
    CONSTRAINT agreements_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES tenancies (organisation_id, tenancy_id) ON DELETE CASCADE,
    CONSTRAINT agreements_signed_ck CHECK (state <> 'signed' OR completed_at IS NOT NULL),
    CONSTRAINT agreements_signed_hash_ck CHECK ((signed_hash IS NOT NULL) = (completed_at IS NOT NULL))
);
-- One at most waits for signatures or has them.
CREATE UNIQUE INDEX agreements_organisation_id_tenancy_id_uq ON agreements (organisation_id, tenancy_id)
    WHERE state IN ('issued', 'signed');
CREATE INDEX agreements_organisation_id_tenancy_id_idx ON agreements (organisation_id, tenancy_id, agreement_id);

CREATE TABLE agreement_contents (
    organisation_id bigint NOT NULL,
    agreement_id    bigint NOT NULL,
    -- Whether it has the certificate, or is the certificate of the landlord's own document.
    certified       boolean NOT NULL,
    -- Sealed with the organisation's key, together with the agreement's number: in another row it does not open.
    sealed          bytea NOT NULL,

    CONSTRAINT agreement_contents_pk PRIMARY KEY (organisation_id, agreement_id, certified),
    CONSTRAINT agreement_contents_organisation_id_agreement_id_fk FOREIGN KEY (organisation_id, agreement_id)
        REFERENCES agreements (organisation_id, agreement_id) ON DELETE CASCADE
);
-- What is sealed cannot be compressed.
ALTER TABLE agreement_contents ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE agreement_signers (
    signer_id        bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    agreement_id     bigint NOT NULL,
    party            text NOT NULL CHECK (party IN ('tenant', 'guarantor', 'landlord')),
    name             text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
    -- As typed, and as addresses are compared; null for the landlord.
    email            text CHECK (char_length(email) BETWEEN 3 AND 254),
    email_key        text CHECK (email_key = lower(email_key)),
    token_hash       bytea CHECK (octet_length(token_hash) = 32),
    expires_at       timestamptz,
    sent_at          timestamptz,
    -- When they were reminded without being asked to: once.
    reminded_at      timestamptz,
    opened_at        timestamptz,
    signed_at        timestamptz,
    declined_at      timestamptz,
    decline_reason   text CHECK (char_length(decline_reason) BETWEEN 1 AND 500),
    -- The picture, sealed with the organisation's key.
    sealed_signature bytea,

    CONSTRAINT agreement_signers_pk PRIMARY KEY (organisation_id, signer_id),
    CONSTRAINT agreement_signers_organisation_id_agreement_id_fk FOREIGN KEY (organisation_id, agreement_id)
        REFERENCES agreements (organisation_id, agreement_id) ON DELETE CASCADE,
    CONSTRAINT agreement_signers_email_ck CHECK ((party = 'landlord') = (email IS NULL) AND (email IS NULL) = (email_key IS NULL)),
    CONSTRAINT agreement_signers_token_ck CHECK ((token_hash IS NULL) = (expires_at IS NULL)),
    CONSTRAINT agreement_signers_signed_ck CHECK ((sealed_signature IS NOT NULL) = (signed_at IS NOT NULL)),
    CONSTRAINT agreement_signers_declined_ck CHECK (signed_at IS NULL OR declined_at IS NULL)
);
CREATE INDEX agreement_signers_organisation_id_agreement_id_idx
    ON agreement_signers (organisation_id, agreement_id, signer_id);
CREATE INDEX agreement_signers_token_hash_idx ON agreement_signers (token_hash);
CREATE INDEX agreement_signers_email_key_idx ON agreement_signers (email_key);

-- The chain of evidence: h_n = SHA-256(len, h_(n-1), len, entry_n). Written once: nobody may change or delete an entry.
CREATE TABLE agreement_events (
    event_id        bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    agreement_id    bigint NOT NULL,
    -- From 1, without gaps: the agreement's row is locked.
    number          integer NOT NULL CHECK (number >= 1),
    -- JSON, hashed as it is here.
    entry           bytea NOT NULL,
    hash            bytea NOT NULL CHECK (octet_length(hash) = 32),

    CONSTRAINT agreement_events_pk PRIMARY KEY (organisation_id, agreement_id, number),
    CONSTRAINT agreement_events_organisation_id_event_id_uq UNIQUE (organisation_id, event_id),
    CONSTRAINT agreement_events_organisation_id_agreement_id_fk FOREIGN KEY (organisation_id, agreement_id)
        REFERENCES agreements (organisation_id, agreement_id) ON DELETE CASCADE
);

DO $$
DECLARE t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['agreements', 'agreement_contents', 'agreement_signers', 'agreement_events'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY %I ON %I TO lintel_app
            USING (organisation_id = nullif(current_setting(''app.organisation_id'', true), '''')::bigint)', t || '_app', t);
        EXECUTE format('CREATE POLICY %I ON %I TO lintel_worker USING (true)', t || '_worker', t);
        EXECUTE format('CREATE POLICY %I ON %I TO CURRENT_USER USING (is_gone(organisation_id))', t || '_gone', t);
    END LOOP;
END $$;
CREATE POLICY agreement_signers_owner ON agreement_signers FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY agreements_owner ON agreements FOR SELECT TO CURRENT_USER USING (true);

GRANT SELECT, INSERT, UPDATE ON agreements, agreement_signers TO lintel_app;
-- Documents and evidence are written once.
GRANT SELECT, INSERT ON agreement_contents, agreement_events TO lintel_app;
-- To find whom to remind and to tell.
GRANT SELECT ON agreements, agreement_signers, agreement_contents, agreement_events TO lintel_worker;

-- A link's token resolves to the organisation, the agreement and the signer, and to nothing else. Dead once the agreement is void.
CREATE FUNCTION signer_of_token(wanted bytea, OUT organisation bigint, OUT agreement bigint, OUT signer bigint) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT s.organisation_id, s.agreement_id, s.signer_id
        FROM public.agreement_signers s
        JOIN public.agreements a ON a.organisation_id = s.organisation_id AND a.agreement_id = s.agreement_id
        WHERE s.token_hash = wanted AND a.state <> 'voided'
    $$;

-- The agreements to whose signers the verified address of an account belongs, by their numbers, the newest first.
CREATE FUNCTION agreements_of_address(verified text, OUT organisation bigint, OUT agreement bigint, OUT application bigint)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT a.organisation_id, a.agreement_id, a.application_id
        FROM public.agreement_signers s
        JOIN public.agreements a ON a.organisation_id = s.organisation_id AND a.agreement_id = s.agreement_id
        WHERE s.email_key = verified ORDER BY a.agreement_id DESC LIMIT 200
    $$;
REVOKE ALL ON FUNCTION signer_of_token, agreements_of_address FROM PUBLIC;
GRANT EXECUTE ON FUNCTION signer_of_token, agreements_of_address TO lintel_app;
