-- Certificates of properties: gas safety, EICR, EPC and so on. How one stands follows from its expiry date and the day.
SET lock_timeout = '5s';

CREATE TABLE property_certificates (
    certificate_id   bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    property_id      bigint NOT NULL,
    certificate_type text NOT NULL CHECK (certificate_type IN
        ('Gas Safety', 'EICR', 'EPC', 'Fire Risk Assessment', 'HMO Licence', 'Smoke & CO Alarm', 'PAT', 'Legionella',
         'Other')),
    issue_date       date,
    expiry_date      date NOT NULL CHECK (expiry_date BETWEEN '1950-01-01' AND '2199-12-31'),
    certificate_url  text CHECK (certificate_url ~
        '^/api/files/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'),
    notes            text CHECK (char_length(notes) BETWEEN 1 AND 4000),
    -- The one that renewed it; a renewed certificate is history.
    superseded_by    bigint,
    -- The account; null when a rule of Lintel's made the change.
    changed_by       bigint,
    version          bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,

    CONSTRAINT property_certificates_pk PRIMARY KEY (organisation_id, certificate_id),
    -- With the organisation in the reference, a certificate cannot be hung onto somebody else's property.
    CONSTRAINT property_certificates_organisation_id_property_id_fk FOREIGN KEY (organisation_id, property_id)
        REFERENCES properties (organisation_id, property_id) ON DELETE CASCADE,
    CONSTRAINT property_certificates_organisation_id_superseded_by_fk FOREIGN KEY (organisation_id, superseded_by)
        REFERENCES property_certificates (organisation_id, certificate_id),
    CONSTRAINT property_certificates_superseded_by_ck CHECK (superseded_by <> certificate_id),
    CONSTRAINT property_certificates_issue_date_ck CHECK (issue_date BETWEEN '1950-01-01' AND expiry_date),
    CONSTRAINT property_certificates_times_ck CHECK (updated_at >= created_at)
);

-- The list, the most overdue first.
CREATE INDEX property_certificates_organisation_id_expiry_date_idx
    ON property_certificates (organisation_id, expiry_date, certificate_id) WHERE superseded_by IS NULL;
-- Those of one property, and what goes with it when it is deleted.
CREATE INDEX property_certificates_organisation_id_property_id_idx
    ON property_certificates (organisation_id, property_id);
-- What a renewal had renewed.
CREATE INDEX property_certificates_organisation_id_superseded_by_idx
    ON property_certificates (organisation_id, superseded_by) WHERE superseded_by IS NOT NULL;

ALTER TABLE property_certificates ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_certificates FORCE ROW LEVEL SECURITY;
CREATE POLICY property_certificates_app ON property_certificates TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY property_certificates_worker ON property_certificates TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON property_certificates TO lintel_app;
GRANT SELECT ON property_certificates TO lintel_worker;
