-- What happened to a job stands in the history. To programs of before it is an entry of the contractor, by the landlord or by Lintel.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE maintenance_events ADD COLUMN of_job boolean NOT NULL DEFAULT false,
    ADD COLUMN by_contractor boolean NOT NULL DEFAULT false;
ALTER TABLE maintenance_events ADD CONSTRAINT maintenance_events_contractor_ck
    CHECK (NOT by_contractor OR actor = 'Lintel') NOT VALID;
ALTER TABLE maintenance_events ADD CONSTRAINT maintenance_events_job_ck CHECK (NOT of_job OR kind = 'contractor') NOT VALID;
