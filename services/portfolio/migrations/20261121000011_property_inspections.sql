-- Inspections of properties and how they schedule themselves. An inspection that is still to be done is overdue from the day after
-- its own.
SET lock_timeout = '5s';

CREATE TABLE property_inspections (
    inspection_id   bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    property_id     bigint NOT NULL,
    -- A day and a time on the clock of Europe/London.
    inspection_date date NOT NULL CHECK (inspection_date BETWEEN '2000-01-01' AND '2199-12-31'),
    inspection_time time NOT NULL CHECK (date_trunc('minute', inspection_time::interval) = inspection_time::interval),
    status          text NOT NULL DEFAULT 'Scheduled' CHECK (status IN ('Scheduled', 'Completed', 'Cancelled')),
    notes           text CHECK (char_length(notes) BETWEEN 1 AND 4000),
    issues_found    text CHECK (char_length(issues_found) BETWEEN 1 AND 4000),
    action_required text CHECK (char_length(action_required) BETWEEN 1 AND 4000),
    media_urls      text[] NOT NULL DEFAULT '{}' CHECK (cardinality(media_urls) <= 20),
    completed_at    timestamptz,
    -- Whether Lintel scheduled it by the property's settings.
    automatic       boolean NOT NULL,
    -- The account; null when a rule of Lintel's made the change.
    changed_by      bigint,
    version         bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,

    CONSTRAINT property_inspections_pk PRIMARY KEY (organisation_id, inspection_id),
    -- With the organisation in the reference, an inspection cannot be hung onto somebody else's property.
    CONSTRAINT property_inspections_organisation_id_property_id_fk FOREIGN KEY (organisation_id, property_id)
        REFERENCES properties (organisation_id, property_id) ON DELETE CASCADE,
    CONSTRAINT property_inspections_completed_ck CHECK ((status = 'Completed') = (completed_at IS NOT NULL)),
    CONSTRAINT property_inspections_findings_ck CHECK (status = 'Completed'
        OR (num_nonnulls(issues_found, action_required) = 0 AND cardinality(media_urls) = 0)),
    CONSTRAINT property_inspections_times_ck CHECK (updated_at >= created_at)
);

-- Two replicas that schedule at the same moment make one inspection.
CREATE UNIQUE INDEX property_inspections_organisation_id_property_id_automatic_uq
    ON property_inspections (organisation_id, property_id) WHERE automatic AND status = 'Scheduled';
-- Lists by day, overdue and upcoming among them.
CREATE INDEX property_inspections_organisation_id_inspection_date_idx
    ON property_inspections (organisation_id, inspection_date, inspection_time, inspection_id);
-- Those of one property, and what goes with it when it is deleted.
CREATE INDEX property_inspections_organisation_id_property_id_idx
    ON property_inspections (organisation_id, property_id);

CREATE TABLE inspection_settings (
    organisation_id  bigint NOT NULL,
    property_id      bigint NOT NULL,
    frequency_months integer NOT NULL CHECK (frequency_months IN (3, 6, 12)),
    reminder_days    integer NOT NULL CHECK (reminder_days IN (7, 14, 30)),
    auto_schedule    boolean NOT NULL,
    version          bigint NOT NULL DEFAULT 1 CHECK (version >= 1),

    -- A property without a row has the settings that hold unless set.
    CONSTRAINT inspection_settings_pk PRIMARY KEY (organisation_id, property_id),
    CONSTRAINT inspection_settings_organisation_id_property_id_fk FOREIGN KEY (organisation_id, property_id)
        REFERENCES properties (organisation_id, property_id) ON DELETE CASCADE
);

ALTER TABLE property_inspections ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_inspections FORCE ROW LEVEL SECURITY;
CREATE POLICY property_inspections_app ON property_inspections TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY property_inspections_worker ON property_inspections TO lintel_worker USING (true);

ALTER TABLE inspection_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE inspection_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY inspection_settings_app ON inspection_settings TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY inspection_settings_worker ON inspection_settings TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON property_inspections TO lintel_app;
-- The job schedules what is missing.
GRANT SELECT, INSERT ON property_inspections TO lintel_worker;
GRANT SELECT, INSERT, UPDATE ON inspection_settings TO lintel_app;
GRANT SELECT ON inspection_settings TO lintel_worker;
