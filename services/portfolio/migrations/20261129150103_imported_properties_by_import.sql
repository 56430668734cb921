-- no-transaction
-- What an import added is found when it is taken back.
CREATE INDEX CONCURRENTLY IF NOT EXISTS properties_organisation_id_property_import_id_idx
    ON properties (organisation_id, property_import_id) WHERE property_import_id IS NOT NULL;
