-- Files that were there before the columns of jobs fit their rules, too.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE maintenance_attachments VALIDATE CONSTRAINT maintenance_attachments_job_fk;
ALTER TABLE maintenance_attachments VALIDATE CONSTRAINT maintenance_attachments_job_ck;
