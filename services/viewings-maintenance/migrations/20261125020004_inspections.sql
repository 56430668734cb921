-- A copy of portfolio's scheduled inspections: what a viewing may clash with.
SET lock_timeout = '5s';

CREATE TABLE vm_inspections (
    organisation_id bigint NOT NULL,
    inspection_id   bigint NOT NULL,
    property_id     bigint NOT NULL,
    -- On the clock of Europe/London. Null for one that is done or called off: its number and its version stay.
    inspection_date date,
    inspection_time time,
    -- The same as an instant.
    starts_at       timestamptz,
    version         bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT vm_inspections_pk PRIMARY KEY (organisation_id, inspection_id),
    CONSTRAINT vm_inspections_at_ck CHECK (num_nonnulls(inspection_date, inspection_time, starts_at) IN (0, 3))
);
CREATE INDEX vm_inspections_organisation_id_starts_at_idx ON vm_inspections (organisation_id, starts_at)
    WHERE starts_at IS NOT NULL;

ALTER TABLE vm_inspections ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_inspections FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_inspections_app ON vm_inspections TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY vm_inspections_worker ON vm_inspections TO lintel_worker USING (true);
CREATE POLICY vm_inspections_gone ON vm_inspections TO CURRENT_USER USING (vm_is_gone(organisation_id));

GRANT SELECT ON vm_inspections TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON vm_inspections TO lintel_worker;

-- Which copies were filled from their owners: an installation that is older than this service has rows that no event will ever tell of.
CREATE TABLE vm_filled_copies (
    copy      text CONSTRAINT vm_filled_copies_pk PRIMARY KEY
        CHECK (copy IN ('homes', 'inspections', 'tenants', 'accounts', 'organisations')),
    filled_at timestamptz NOT NULL
);

ALTER TABLE vm_filled_copies ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_filled_copies FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_filled_copies_worker ON vm_filled_copies TO lintel_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON vm_filled_copies TO lintel_worker;
