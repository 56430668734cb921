-- Portfolio's figures read the rent of a let home from its tenancy. Programs of before told no rent: what is in force is told again with it, at
-- the upgrade, and when one of them goes on beside programs of this release.
SET LOCAL lock_timeout = '800ms';

-- The rent that other services were told last; null where none.
ALTER TABLE tenancies ADD COLUMN told_rent numeric(10, 2);
