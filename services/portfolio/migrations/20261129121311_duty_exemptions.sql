-- The landlord's word that a home does not need something, such as insurance that the block has.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE duty_exemptions (
    -- For copies of what is held alone.
    duty_exemption_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT duty_exemptions_duty_exemption_id_uq UNIQUE,
    organisation_id bigint NOT NULL,
    property_id     bigint NOT NULL,
    duty            text NOT NULL CHECK (duty IN
        ('Gas Safety', 'EICR', 'EPC', 'Smoke & CO Alarm', 'Legionella', 'PAT', 'HMO Licence', 'Selective Licence',
         'Fire Risk Assessment', 'Fire Alarm & Emergency Lighting', 'Insurance', 'Fixed Rate')),
    reason          text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 200),
    -- The account.
    created_by      bigint NOT NULL,
    created_at      timestamptz NOT NULL,

    CONSTRAINT duty_exemptions_pk PRIMARY KEY (organisation_id, property_id, duty),
    CONSTRAINT duty_exemptions_organisation_id_property_id_fk FOREIGN KEY (organisation_id, property_id)
        REFERENCES properties (organisation_id, property_id) ON DELETE CASCADE
);

ALTER TABLE duty_exemptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE duty_exemptions FORCE ROW LEVEL SECURITY;
CREATE POLICY duty_exemptions_app ON duty_exemptions TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY duty_exemptions_worker ON duty_exemptions TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON duty_exemptions TO lintel_app;
GRANT SELECT ON duty_exemptions TO lintel_worker;
