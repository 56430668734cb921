-- no-transaction
-- The list by rent, which of a let home is its tenancies'.
CREATE INDEX CONCURRENTLY IF NOT EXISTS properties_organisation_id_rent_property_id_idx
    ON properties (organisation_id, coalesce(let_rent, monthly_rent), property_id);
