-- Programs of before told other services of every account with a tenant's address. What they told last is told again, by confirmed
-- accounts alone: at the upgrade, and when one of them goes on beside programs of this release.
SET LOCAL lock_timeout = '800ms';

-- The version that a program of this release told; another than the row's where one of before told since.
ALTER TABLE tenant_snapshots ADD COLUMN told_version bigint;
