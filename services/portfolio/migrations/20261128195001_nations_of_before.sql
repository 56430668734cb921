-- Homes of before the check have no nation yet, which it allows.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE properties VALIDATE CONSTRAINT properties_nation_ck;
