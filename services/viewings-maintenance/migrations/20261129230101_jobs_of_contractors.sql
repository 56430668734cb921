-- Jobs that contractors were asked to do, each with its private link; the last one of a request is its job.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE maintenance_jobs (
    job_id                 bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id        bigint NOT NULL,
    maintenance_request_id bigint NOT NULL,
    -- The contractor may leave the directory; the name stays.
    contractor_id          bigint NOT NULL,
    contractor_name        text NOT NULL CHECK (char_length(contractor_name) BETWEEN 1 AND 100),
    state                  text NOT NULL CHECK (state IN ('offered', 'proposed', 'accepted', 'declined', 'done', 'calledOff')),
    asked_date             date,
    asked_start            time,
    asked_end              time,
    proposed_date          date,
    proposed_start         time,
    proposed_end           time,
    agreed_date            date,
    agreed_start           time,
    agreed_end             time,
    answer_by              timestamptz NOT NULL,
    cost_limit             numeric(12, 2) CHECK (cost_limit > 0),
    access                 text CHECK (char_length(access) BETWEEN 1 AND 500),
    -- Sealed with the organisation's key, together with the link's hash: in another row it does not open.
    sealed_key_code        bytea,
    tenant_contact         boolean NOT NULL,
    tenant_agreed          boolean NOT NULL,
    -- How often the contractor proposed a time for the next visit.
    proposals              integer NOT NULL DEFAULT 0 CHECK (proposals BETWEEN 0 AND 3),
    -- Grows with every change of the time, for the calendar entry.
    sequence               integer NOT NULL DEFAULT 0 CHECK (sequence >= 0),
    message                text CHECK (char_length(message) BETWEEN 1 AND 500),
    report                 text CHECK (char_length(report) BETWEEN 1 AND 4000),
    invoice_total          numeric(12, 2) CHECK (invoice_total > 0),
    invoice_number         text CHECK (char_length(invoice_number) BETWEEN 1 AND 60),
    offered_by             bigint NOT NULL,
    offered_at             timestamptz NOT NULL,
    answered_at            timestamptz,
    -- When it was declined, done or called off; the link ends 14 days later.
    ended_at               timestamptz,
    token_nonce            bytea NOT NULL CHECK (octet_length(token_nonce) = 32),
    token_hash             bytea NOT NULL CHECK (octet_length(token_hash) = 32),

    CONSTRAINT maintenance_jobs_pk PRIMARY KEY (organisation_id, job_id),
    CONSTRAINT maintenance_jobs_request_fk FOREIGN KEY (organisation_id, maintenance_request_id)
        REFERENCES maintenance_requests (organisation_id, maintenance_request_id) ON DELETE CASCADE,
    CONSTRAINT maintenance_jobs_times_ck CHECK (num_nonnulls(asked_date, asked_start, asked_end) IN (0, 3)
        AND num_nonnulls(proposed_date, proposed_start, proposed_end) IN (0, 3)
        AND num_nonnulls(agreed_date, agreed_start, agreed_end) IN (0, 3)
        AND asked_start < asked_end AND proposed_start < proposed_end AND agreed_start < agreed_end),
    CONSTRAINT maintenance_jobs_ended_ck CHECK ((state IN ('declined', 'done', 'calledOff')) = (ended_at IS NOT NULL)),
    CONSTRAINT maintenance_jobs_proposed_ck CHECK (state <> 'proposed' OR proposed_date IS NOT NULL),
    CONSTRAINT maintenance_jobs_accepted_ck CHECK (state <> 'accepted' OR agreed_date IS NOT NULL),
    CONSTRAINT maintenance_jobs_report_ck CHECK (state <> 'done' OR report IS NOT NULL)
);
CREATE INDEX maintenance_jobs_request_idx ON maintenance_jobs (organisation_id, maintenance_request_id, job_id);

ALTER TABLE maintenance_jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance_jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY maintenance_jobs_app ON maintenance_jobs TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY maintenance_jobs_worker ON maintenance_jobs TO lintel_worker USING (true);
CREATE POLICY maintenance_jobs_gone ON maintenance_jobs TO CURRENT_USER USING (vm_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE ON maintenance_jobs TO lintel_app;
GRANT SELECT ON maintenance_jobs TO lintel_worker;

CREATE TRIGGER maintenance_jobs_link AFTER INSERT ON maintenance_jobs
    FOR EACH ROW EXECUTE FUNCTION link_was_sent('job', 'job_id');
CREATE TRIGGER maintenance_jobs_link_gone AFTER DELETE ON maintenance_jobs
    FOR EACH ROW EXECUTE FUNCTION link_is_gone('job', 'job_id');
