-- References: who was asked, when, and what they answered. A token is made of the row's number and generation under the service's key;
-- its hash alone is here.
SET lock_timeout = '5s';

CREATE TABLE reference_requests (
    reference_id     bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    application_id   bigint NOT NULL,
    kind             text NOT NULL CHECK (kind IN ('guarantor', 'employer')),
    -- As typed, and as addresses are compared.
    email            text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
    email_key        text NOT NULL CHECK (email_key = lower(email_key)),
    -- Grows with each sending: the links before are dead.
    generation       integer NOT NULL DEFAULT 1 CHECK (generation >= 1),
    token_hash       bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    sent_at          timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    answered_at      timestamptz,
    declined         boolean NOT NULL DEFAULT false,
    decline_reason   text CHECK (char_length(decline_reason) BETWEEN 1 AND 500),
    -- The form and the signature, sealed with the organisation's key.
    sealed_answer    bytea,
    -- A keyed hash of the device that answered: equal for both references, the landlord is told.
    device           bytea CHECK (octet_length(device) = 32),

    CONSTRAINT reference_requests_pk PRIMARY KEY (organisation_id, reference_id),
    CONSTRAINT reference_requests_organisation_id_application_id_fk FOREIGN KEY (organisation_id, application_id)
        REFERENCES applications (organisation_id, application_id) ON DELETE CASCADE,
    CONSTRAINT reference_requests_organisation_id_application_id_kind_uq UNIQUE (organisation_id, application_id, kind),
    CONSTRAINT reference_requests_answer_ck CHECK ((sealed_answer IS NOT NULL) = (answered_at IS NOT NULL AND NOT declined)),
    CONSTRAINT reference_requests_declined_ck CHECK (answered_at IS NOT NULL OR NOT declined)
);
CREATE INDEX reference_requests_token_hash_idx ON reference_requests (token_hash);
CREATE INDEX reference_requests_email_key_idx ON reference_requests (email_key, kind);

ALTER TABLE reference_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE reference_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY reference_requests_app ON reference_requests TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY reference_requests_worker ON reference_requests TO lintel_worker USING (true);
CREATE POLICY reference_requests_owner ON reference_requests FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY reference_requests_gone ON reference_requests TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE ON reference_requests TO lintel_app;
GRANT SELECT ON reference_requests TO lintel_worker;

-- A link's token resolves to the organisation and the row, and to nothing else.
CREATE FUNCTION reference_of_token(wanted bytea, wanted_kind text, OUT organisation bigint, OUT reference bigint) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id, reference_id FROM public.reference_requests WHERE token_hash = wanted AND kind = wanted_kind';

-- The requests to the verified address of an account, by their numbers.
CREATE FUNCTION references_of_address(verified text, wanted_kind text, OUT organisation bigint, OUT reference bigint)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT organisation_id, reference_id FROM public.reference_requests
        WHERE email_key = verified AND kind = wanted_kind ORDER BY reference_id DESC LIMIT 200
    $$;
REVOKE ALL ON FUNCTION reference_of_token, references_of_address FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reference_of_token, references_of_address TO lintel_app;
