-- no-transaction
-- The relay compares the newest places of each stream with what the broker holds there.
CREATE INDEX CONCURRENTLY IF NOT EXISTS outbox_stream_seq_idx ON outbox (split_part(event_type, '.', 1), stream_seq)
WHERE stream_seq IS NOT NULL;
