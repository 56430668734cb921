-- A home is in a nation: the landlord's word, or nothing where it is proposed from the postcode.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE properties ADD COLUMN nation text;
ALTER TABLE properties ADD CONSTRAINT properties_nation_ck
    CHECK (nation IN ('England', 'Wales', 'Scotland', 'Northern Ireland')) NOT VALID;
