-- Mails to send, each exactly once: what it is, whom it concerns, and where its sending stands. What it says stays sealed.
SET lock_timeout = '5s';

CREATE TABLE deliveries (
    delivery_id uuid CONSTRAINT deliveries_pk PRIMARY KEY,
    -- What asked for the mail ('email-verification:token/42'); a second asking is the same mail.
    dedupe_key text NOT NULL,
    template text NOT NULL,
    user_id bigint NOT NULL,
    -- Name, address and secrets, sealed to this service's key. Opened in memory when the mail is sent, and wiped afterwards.
    sealed bytea,
    -- Fixed here, so that a mail sent twice after a crash is recognised by the receiver as one.
    message_id text NOT NULL,
    state text NOT NULL DEFAULT 'queued',
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    not_after timestamptz NOT NULL,
    lease_token uuid,
    lease_until timestamptz,
    traceparent text,
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CONSTRAINT deliveries_dedupe_key_uq UNIQUE (dedupe_key),
    CONSTRAINT deliveries_message_id_uq UNIQUE (message_id),
    CONSTRAINT deliveries_state_ck CHECK (state IN ('queued', 'sending', 'sent', 'refused', 'expired')),
    CONSTRAINT deliveries_lease_ck CHECK (
        (state = 'sending') = (lease_token IS NOT NULL) AND (state = 'sending') = (lease_until IS NOT NULL)),
    CONSTRAINT deliveries_finished_ck CHECK ((state IN ('queued', 'sending')) = (finished_at IS NULL)),
    CONSTRAINT deliveries_sealed_ck CHECK ((state IN ('queued', 'sending')) = (sealed IS NOT NULL))
);

-- A delivery is due when its delay is over, or when the lease of whoever was sending it is.
CREATE INDEX deliveries_due_idx ON deliveries (coalesce(lease_until, next_attempt_at))
    WHERE state IN ('queued', 'sending');
CREATE INDEX deliveries_user_id_idx ON deliveries (user_id);

-- Every try, for whoever asks why a mail did not arrive. No address and no server's words: those quote addresses.
CREATE TABLE delivery_attempts (
    delivery_id uuid NOT NULL CONSTRAINT delivery_attempts_delivery_id_fk REFERENCES deliveries ON DELETE CASCADE,
    attempt integer NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    outcome text,
    -- The server's three digits, or one word where it did not come to an answer.
    cause text,
    CONSTRAINT delivery_attempts_pk PRIMARY KEY (delivery_id, attempt),
    CONSTRAINT delivery_attempts_outcome_ck CHECK (outcome IN ('sent', 'failed', 'refused', 'lost')),
    CONSTRAINT delivery_attempts_finished_ck CHECK ((outcome IS NULL) = (finished_at IS NULL)),
    CONSTRAINT delivery_attempts_cause_ck CHECK (cause ~ '^([2-5][0-9]{2}|[a-z]{1,20})$')
);

-- Requests have no business here: only the consumer and the mail job, which are the worker, touch these tables.
ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY deliveries_worker ON deliveries TO lintel_worker USING (true);
ALTER TABLE delivery_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY delivery_attempts_worker ON delivery_attempts TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON deliveries, delivery_attempts TO lintel_worker;
