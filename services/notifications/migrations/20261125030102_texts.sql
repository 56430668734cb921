-- Text messages, each once, and what became of them.
SET lock_timeout = '5s';

CREATE TABLE texts (
    -- Also the reference that the gateway for text messages is told.
    text_id          uuid        CONSTRAINT texts_pk PRIMARY KEY,
    user_id          bigint      NOT NULL,
    -- What is told; a second telling is the same message.
    dedupe_key       text        NOT NULL,
    fact             text        NOT NULL,
    organisation_id  bigint,
    subject          text,
    subject_id       bigint,
    -- Number and title, each sealed to this service: whoever may see the log reads them.
    recipient_sealed bytea       NOT NULL,
    title_sealed     bytea       NOT NULL,
    -- What it says, sealed to this service, until it is over.
    sealed           bytea,
    state            text        NOT NULL DEFAULT 'queued',
    -- The day in London whose allowance it uses.
    counted_on       date,
    attempts         integer     NOT NULL DEFAULT 0,
    next_attempt_at  timestamptz NOT NULL DEFAULT now(),
    not_after        timestamptz NOT NULL,
    lease_token      uuid,
    lease_until      timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now(),
    sent_at          timestamptz,
    receipt_at       timestamptz,
    finished_at      timestamptz,

    CONSTRAINT texts_dedupe_key_uq UNIQUE (user_id, dedupe_key),
    CONSTRAINT texts_state_ck CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'bounced', 'refused', 'expired')),
    CONSTRAINT texts_subject_ck CHECK (subject IN ('application', 'viewing', 'maintenance', 'tenancy')),
    CONSTRAINT texts_about_ck CHECK ((subject IS NULL) = (subject_id IS NULL) AND (subject IS NULL OR organisation_id IS NOT NULL)),
    CONSTRAINT texts_lease_ck CHECK (
        (state = 'sending') = (lease_token IS NOT NULL) AND (state = 'sending') = (lease_until IS NOT NULL)),
    CONSTRAINT texts_finished_ck CHECK ((state IN ('queued', 'sending')) = (finished_at IS NULL)),
    CONSTRAINT texts_sealed_ck CHECK ((state IN ('queued', 'sending')) = (sealed IS NOT NULL))
);
CREATE INDEX texts_due_idx ON texts (coalesce(lease_until, next_attempt_at)) WHERE state IN ('queued', 'sending');
CREATE INDEX texts_counted_idx ON texts (counted_on, organisation_id) WHERE counted_on IS NOT NULL;
CREATE INDEX texts_about_idx ON texts (organisation_id, subject, subject_id, created_at DESC) WHERE subject IS NOT NULL;
CREATE INDEX texts_finished_at_idx ON texts (finished_at) WHERE finished_at IS NOT NULL;

ALTER TABLE texts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY texts_app ON texts TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY texts_worker ON texts TO lintel_worker USING (true);

GRANT SELECT ON texts TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON texts TO lintel_worker;
