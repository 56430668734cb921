-- Finished deliveries are swept by their age.
SET lock_timeout = '5s';

CREATE INDEX deliveries_finished_at_idx ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
