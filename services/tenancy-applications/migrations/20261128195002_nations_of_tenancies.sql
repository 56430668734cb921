-- A tenancy keeps in which nation its home was said to be last, beside its postcode: a home may leave the portfolio before it.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE tenancies ADD COLUMN home_nation text;
ALTER TABLE tenancies ADD CONSTRAINT tenancies_home_nation_ck
    CHECK (home_nation IN ('England', 'Wales', 'Scotland', 'Northern Ireland')) NOT VALID;
