-- Joint tenants may share the rent otherwise than equally, from a day on.
SET LOCAL lock_timeout = '800ms';

-- Where a tenancy has none for a day, all of its tenants pay the same.
CREATE TABLE tenant_shares (
    tenant_share_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    tenancy_id      bigint NOT NULL,
    effective_date  date NOT NULL CHECK (effective_date BETWEEN '1900-01-01' AND '9999-12-31'),
    tenant_id       bigint NOT NULL,
    share           numeric(10, 2) NOT NULL CHECK (share BETWEEN 0 AND 99999999.99),
    created_at      timestamptz NOT NULL,

    CONSTRAINT tenant_shares_pk PRIMARY KEY (organisation_id, tenant_share_id),
    CONSTRAINT tenant_shares_tenant_uq UNIQUE (organisation_id, tenancy_id, effective_date, tenant_id),
    CONSTRAINT tenant_shares_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES tenancies (organisation_id, tenancy_id) ON DELETE CASCADE,
    CONSTRAINT tenant_shares_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE
);
CREATE INDEX tenant_shares_organisation_id_tenant_id_idx ON tenant_shares (organisation_id, tenant_id);

ALTER TABLE tenant_shares ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_shares FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_shares_app ON tenant_shares TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenant_shares_worker ON tenant_shares TO lintel_worker USING (true);
CREATE POLICY tenant_shares_gone ON tenant_shares TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT, DELETE ON tenant_shares TO lintel_app, lintel_worker;
