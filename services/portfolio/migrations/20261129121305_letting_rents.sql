-- The rent of a tenancy by the month, as its owner tells it; null for what was told before.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE lettings ADD COLUMN monthly_rent numeric(12, 2);
ALTER TABLE lettings ADD CONSTRAINT lettings_monthly_rent_ck CHECK (monthly_rent BETWEEN 0 AND 9999999999.99) NOT VALID;
