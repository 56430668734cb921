-- no-transaction
-- What an import added is found when it is taken back.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tenancies_organisation_id_tenant_import_id_idx
    ON tenancies (organisation_id, tenant_import_id) WHERE tenant_import_id IS NOT NULL;
