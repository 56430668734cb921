-- no-transaction
-- The dashboard counts the homes in districts of two nations of which nobody has said in which they are.
CREATE INDEX CONCURRENTLY IF NOT EXISTS properties_nation_to_confirm_idx
    ON properties (organisation_id, postcode COLLATE "C", property_id) WHERE nation IS NULL;
