-- Tenancies of before the check have no nation yet, which it allows.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE tenancies VALIDATE CONSTRAINT tenancies_home_nation_ck;
