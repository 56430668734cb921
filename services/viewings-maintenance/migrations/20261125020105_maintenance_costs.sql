-- What requests cost, line by line.
SET lock_timeout = '5s';

CREATE TABLE maintenance_costs (
    cost_id                bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id        bigint NOT NULL,
    maintenance_request_id bigint NOT NULL,
    description            text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 200),
    -- With VAT.
    amount                 numeric(12,2) NOT NULL CHECK (amount > 0),
    -- Of the invoice.
    cost_date              date NOT NULL CHECK (cost_date BETWEEN '2000-01-01' AND '2199-12-31'),
    attachment_id          bigint,
    added_by               bigint NOT NULL,
    created_at             timestamptz NOT NULL,

    CONSTRAINT maintenance_costs_pk PRIMARY KEY (organisation_id, cost_id),
    CONSTRAINT maintenance_costs_request_fk FOREIGN KEY (organisation_id, maintenance_request_id)
        REFERENCES maintenance_requests (organisation_id, maintenance_request_id) ON DELETE CASCADE,
    -- A cost outlives its invoice.
    CONSTRAINT maintenance_costs_attachment_fk FOREIGN KEY (organisation_id, attachment_id)
        REFERENCES maintenance_attachments (organisation_id, attachment_id) ON DELETE SET NULL (attachment_id)
);
CREATE INDEX maintenance_costs_request_idx ON maintenance_costs (organisation_id, maintenance_request_id, cost_id);
CREATE INDEX maintenance_costs_attachment_idx ON maintenance_costs (organisation_id, attachment_id) WHERE attachment_id IS NOT NULL;
-- A year's sum, without looking at a row.
CREATE INDEX maintenance_costs_organisation_id_cost_date_idx ON maintenance_costs (organisation_id, cost_date) INCLUDE (amount);

ALTER TABLE maintenance_costs ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance_costs FORCE ROW LEVEL SECURITY;
CREATE POLICY maintenance_costs_app ON maintenance_costs TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY maintenance_costs_worker ON maintenance_costs TO lintel_worker USING (true);
CREATE POLICY maintenance_costs_gone ON maintenance_costs TO CURRENT_USER USING (vm_is_gone(organisation_id));
-- A line is added or taken away, never changed.
GRANT SELECT, INSERT, DELETE ON maintenance_costs TO lintel_app;
GRANT SELECT ON maintenance_costs TO lintel_worker;
