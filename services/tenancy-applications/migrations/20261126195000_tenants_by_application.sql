-- no-transaction
-- An application finds its agreements by its tenants, also by one who did not move in.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tenants_organisation_id_application_id_idx
    ON tenants (organisation_id, application_id) WHERE application_id IS NOT NULL;
