-- A source may say in which nation a home is; of others the postcode says it.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE listings ADD COLUMN nation text;
ALTER TABLE listings ADD CONSTRAINT listings_nation_ck
    CHECK (nation IN ('England', 'Wales', 'Scotland', 'Northern Ireland')) NOT VALID;
