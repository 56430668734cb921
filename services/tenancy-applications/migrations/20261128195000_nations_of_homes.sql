-- Portfolio tells in which nation a home is; of one that was told before that, the postcode says it.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE homes ADD COLUMN nation text;
ALTER TABLE homes ADD CONSTRAINT homes_nation_ck
    CHECK (nation IN ('England', 'Wales', 'Scotland', 'Northern Ireland')) NOT VALID;
