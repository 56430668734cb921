-- An inspection whose completion is taken back takes the next one with it that was planned by completing it.
SET LOCAL lock_timeout = '800ms';

-- The inspection by whose completion it was planned.
ALTER TABLE property_inspections ADD COLUMN follows_id bigint;
