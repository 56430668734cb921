-- no-transaction
-- The job looks for what is due and for what a program of before told. Programs of before go on with tenant_snapshots_untold_idx.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tenant_snapshots_last_day_untold_idx ON tenant_snapshots (tenant_id)
    WHERE due OR last_day_version IS DISTINCT FROM version;
