-- Listings of before the check have no nation yet, which it allows.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE listings VALIDATE CONSTRAINT listings_nation_ck;
