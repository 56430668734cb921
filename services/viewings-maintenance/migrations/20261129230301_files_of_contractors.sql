-- Contractors add photos of their work and invoices by the link of a job. To programs of before they are the landlord's files.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE maintenance_attachments ADD COLUMN job_id bigint;
ALTER TABLE maintenance_attachments ADD CONSTRAINT maintenance_attachments_job_fk FOREIGN KEY (organisation_id, job_id)
    REFERENCES maintenance_jobs (organisation_id, job_id) ON DELETE CASCADE NOT VALID;
ALTER TABLE maintenance_attachments ADD CONSTRAINT maintenance_attachments_job_ck
    CHECK (job_id IS NULL OR added_by = 'Landlord') NOT VALID;
