-- An event that the broker has lost is published again, under an id that the broker has not seen.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE outbox ADD COLUMN republished bigint NOT NULL DEFAULT 0;
