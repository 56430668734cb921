-- An operator sends a dead letter to its handler again: who did, and at which place of the stream the event stood.
SET lock_timeout = '5s';

ALTER TABLE dead_letter ADD COLUMN source_seq bigint NOT NULL DEFAULT 0, ADD COLUMN resolved_by text;
ALTER TABLE dead_letter DROP CONSTRAINT dead_letter_reason_ck;
ALTER TABLE dead_letter ADD CONSTRAINT dead_letter_reason_ck
    CHECK (reason IN ('decode', 'unknown_type', 'invariant', 'attempts', 'crash_suspect'));
-- What is no event has no id; its place keeps it once.
CREATE UNIQUE INDEX dead_letter_consumer_source_seq_uq ON dead_letter (consumer, source_seq)
    WHERE state = 'open' AND event_id IS NULL AND source_seq > 0;
CREATE INDEX dead_letter_resolved_at_idx ON dead_letter (resolved_at) WHERE resolved_at IS NOT NULL;
