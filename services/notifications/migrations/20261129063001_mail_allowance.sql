-- Mails to one address are counted, and what is over, or one of many of a kind, waits to go with others as one mail.
SET LOCAL lock_timeout = '800ms';

-- What was asked to be sent in the last day, without being readable: who was it for, who caused it, and which conversation is it of?
CREATE TABLE recent_mails (
    delivery_id    uuid        CONSTRAINT recent_mails_pk PRIMARY KEY,
    address_digest bytea       NOT NULL CONSTRAINT recent_mails_address_digest_ck CHECK (length(address_digest) = 32),
    -- 'organisation:5' or 'account:7'.
    sender         text        NOT NULL,
    -- 'maintenance-commented-to-members:maintenance:12'; null where each mail goes by itself.
    thread         text,
    -- Whether it is one of the dozen that somebody without an account gets in a day.
    counted        boolean     NOT NULL,
    asked_at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recent_mails_address_digest_idx ON recent_mails (address_digest, asked_at);
CREATE INDEX recent_mails_asked_at_idx ON recent_mails (asked_at);

-- Deliveries that wait. Their own rows are queued until then, so that a program of before sends each by itself.
CREATE TABLE held_mails (
    delivery_id    uuid        CONSTRAINT held_mails_pk PRIMARY KEY
        CONSTRAINT held_mails_delivery_id_fk REFERENCES deliveries ON DELETE CASCADE,
    address_digest bytea       NOT NULL CONSTRAINT held_mails_address_digest_ck CHECK (length(address_digest) = 32),
    sender         text        NOT NULL,
    thread         text,
    counted        boolean     NOT NULL,
    held_until     timestamptz NOT NULL,
    -- The delivery that it went with; null while it waits.
    bundle_id      uuid
);
CREATE INDEX held_mails_waiting_idx ON held_mails (held_until) WHERE bundle_id IS NULL;
CREATE INDEX held_mails_waiting_for_idx ON held_mails (address_digest, sender) WHERE bundle_id IS NULL;

ALTER TABLE recent_mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY recent_mails_worker ON recent_mails TO lintel_worker USING (true);
ALTER TABLE held_mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY held_mails_worker ON held_mails TO lintel_worker USING (true);
-- Whoever sees a delivery sees that it waits.
CREATE POLICY held_mails_app ON held_mails TO lintel_app
    USING (EXISTS (SELECT FROM deliveries d WHERE d.delivery_id = held_mails.delivery_id));

GRANT SELECT, INSERT, DELETE ON recent_mails TO lintel_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON held_mails TO lintel_worker;
GRANT SELECT ON held_mails TO lintel_app;
