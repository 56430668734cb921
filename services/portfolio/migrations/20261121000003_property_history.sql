-- How each property stood from each change on: charts over time and "what changed" read it. Written in the transaction of
-- the change and never altered: the app role may only read and add.
SET lock_timeout = '5s';

CREATE TABLE property_history (
    property_history_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id     bigint NOT NULL,
    -- No foreign key: a sale moves the property out of the portfolio and its history stays readable.
    property_id         bigint NOT NULL,
    version             bigint NOT NULL CHECK (version >= 1),
    valid_from          timestamptz NOT NULL,
    status              text NOT NULL CHECK (status IN ('Available', 'Vacant', 'Occupied', 'Partially Occupied',
        'Under Renovation', 'Under Maintenance')),
    monthly_rent        numeric(10, 2) NOT NULL CHECK (monthly_rent BETWEEN 0 AND 99999999.99),
    current_value       numeric(12, 2) CHECK (current_value BETWEEN 0 AND 9999999999.99),
    -- Wider than a rent: five running costs, a mortgage payment and a twelfth of a premium add up here.
    monthly_costs       numeric(12, 2) NOT NULL CHECK (monthly_costs BETWEEN 0 AND 9999999999.99),
    -- The account; null when a rule of Lintel's made the change.
    changed_by          bigint,

    CONSTRAINT property_history_pk PRIMARY KEY (organisation_id, property_history_id),
    -- One entry a version; also the index of the list, which is in the order of versions.
    CONSTRAINT property_history_organisation_id_property_id_version_uq
        UNIQUE (organisation_id, property_id, version)
);

ALTER TABLE property_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_history FORCE ROW LEVEL SECURITY;
CREATE POLICY property_history_app ON property_history TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY property_history_worker ON property_history TO lintel_worker USING (true);

GRANT SELECT, INSERT ON property_history TO lintel_app;
GRANT SELECT ON property_history TO lintel_worker;
