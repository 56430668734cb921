-- no-transaction
-- The job looks for what is due and for what was told by a program of before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tenant_snapshots_untold_idx ON tenant_snapshots (tenant_id)
    WHERE due OR told_version IS DISTINCT FROM version;
