-- Entries that were there before the columns of jobs fit their rules, too.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE maintenance_events VALIDATE CONSTRAINT maintenance_events_contractor_ck;
ALTER TABLE maintenance_events VALIDATE CONSTRAINT maintenance_events_job_ck;
