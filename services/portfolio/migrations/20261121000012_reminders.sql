-- What was told of certificates and inspections as their days came: each fact once, however many replicas look for what is due.
SET lock_timeout = '5s';

CREATE TABLE reminders (
    reminder_id     bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    kind            text NOT NULL CHECK (kind IN
        ('CertificateExpiring', 'CertificateExpired', 'InspectionDue', 'InspectionOverdue')),
    -- The certificate or the inspection. No foreign key: it may be gone while what was told of it stays told.
    subject_id      bigint NOT NULL,
    -- Its day in Europe/London: the last day of a certificate, the day of an inspection. A subject that moves to another day is
    -- reminded of anew.
    subject_date    date NOT NULL,
    -- How many days before that day; -1 for the day after it.
    offset_days     integer NOT NULL CHECK (offset_days BETWEEN -1 AND 30),
    created_at      timestamptz NOT NULL,

    CONSTRAINT reminders_pk PRIMARY KEY (reminder_id),
    CONSTRAINT reminders_subject_uq UNIQUE (organisation_id, kind, subject_id, subject_date, offset_days)
);

-- Through which day every fact was told.
CREATE TABLE reminder_watermark (
    name         text PRIMARY KEY,
    told_through date
);
INSERT INTO reminder_watermark (name) VALUES ('reminders');

-- What falls due on a day, of all organisations.
CREATE INDEX property_certificates_expiry_date_idx ON property_certificates (expiry_date) WHERE superseded_by IS NULL;
CREATE INDEX property_inspections_inspection_date_idx ON property_inspections (inspection_date) WHERE status = 'Scheduled';

ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY reminders_worker ON reminders TO lintel_worker USING (true);

GRANT SELECT, INSERT, DELETE ON reminders TO lintel_worker;
GRANT SELECT, UPDATE ON reminder_watermark TO lintel_worker;
