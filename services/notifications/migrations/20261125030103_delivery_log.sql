-- What was sent on behalf of an organisation can be found again: about what, to whom, with which line, and what became of it.
SET lock_timeout = '5s';

ALTER TABLE deliveries
    ADD COLUMN organisation_id  bigint,
    ADD COLUMN subject          text,
    ADD COLUMN subject_id       bigint,
    -- The setting of the account that switches it; null for what cannot be switched off.
    ADD COLUMN setting          text,
    -- The address, and the subject line, each sealed to this service; null until they are known, at the first attempt.
    ADD COLUMN recipient_sealed bytea,
    ADD COLUMN title_sealed     bytea,
    ADD COLUMN sent_at          timestamptz,
    ADD COLUMN receipt_at       timestamptz,
    ADD CONSTRAINT deliveries_subject_ck CHECK (subject IN ('application', 'viewing', 'maintenance', 'tenancy')),
    ADD CONSTRAINT deliveries_about_ck CHECK (
        (organisation_id IS NULL) = (subject IS NULL) AND (subject IS NULL) = (subject_id IS NULL)),
    ADD CONSTRAINT deliveries_setting_ck CHECK (
        setting IN ('email', 'maintenance-alerts', 'rent-reminders', 'certificate-expiry', 'inspection-reminders')),
    DROP CONSTRAINT deliveries_state_ck,
    ADD CONSTRAINT deliveries_state_ck CHECK (
        state IN ('queued', 'sending', 'sent', 'delivered', 'bounced', 'refused', 'expired', 'stopped'));
ALTER TABLE delivery_attempts
    DROP CONSTRAINT delivery_attempts_outcome_ck,
    ADD CONSTRAINT delivery_attempts_outcome_ck CHECK (outcome IN ('sent', 'failed', 'refused', 'stopped', 'lost'));

CREATE INDEX deliveries_about_idx ON deliveries (organisation_id, subject, subject_id, created_at DESC) WHERE subject IS NOT NULL;

-- How long what was sent is kept after it ended: as long as what it is about; 90 days where it is about nothing that is kept.
CREATE FUNCTION kept_for(subject text) RETURNS interval
    LANGUAGE sql IMMUTABLE
    AS $$
        SELECT CASE WHEN subject IN ('maintenance', 'tenancy') THEN interval '6 years'
            WHEN subject IN ('application', 'viewing') THEN interval '6 months' ELSE interval '90 days' END
    $$;

CREATE POLICY deliveries_app ON deliveries TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
GRANT SELECT ON deliveries TO lintel_app;

-- Addresses that mails come back from, or whose readers complained: by a keyed digest, because nobody needs to read them here.
CREATE TABLE stopped_addresses (
    address_digest bytea       CONSTRAINT stopped_addresses_pk PRIMARY KEY CHECK (length(address_digest) = 32),
    reason         text        NOT NULL,
    since          timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT stopped_addresses_reason_ck CHECK (reason IN ('bounced', 'refused', 'complained'))
);

ALTER TABLE stopped_addresses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY stopped_addresses_worker ON stopped_addresses TO lintel_worker USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON stopped_addresses TO lintel_worker;
