-- Homes of before the check have no nation yet, which it allows.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE vm_homes VALIDATE CONSTRAINT vm_homes_nation_ck;
