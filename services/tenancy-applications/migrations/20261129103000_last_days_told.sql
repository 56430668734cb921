-- Programs of before told other services of no last day. What they told last is told again with it: at the upgrade, and when one of them goes
-- on beside programs of this release.
SET LOCAL lock_timeout = '800ms';

-- The version that a program of this release told; another than the row's where one of before told since.
ALTER TABLE tenant_snapshots ADD COLUMN last_day_version bigint;
