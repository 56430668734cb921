-- no-transaction
-- A job that goes takes its files with it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS maintenance_attachments_organisation_id_job_id_idx
    ON maintenance_attachments (organisation_id, job_id) WHERE job_id IS NOT NULL;
