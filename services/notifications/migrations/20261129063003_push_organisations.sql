-- What waits for a member's browsers goes with the membership.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE pushes ADD COLUMN organisation_id bigint;
