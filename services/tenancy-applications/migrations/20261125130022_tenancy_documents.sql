-- Documents that a tenancy's tenants were given, sealed, with the hash of their bytes: who got which when, and when each opened it
-- first. That is proof of service, so nothing of it is changed but the first opening.
SET lock_timeout = '5s';

CREATE TABLE tenancy_documents (
    tenancy_document_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id     bigint NOT NULL,
    tenancy_id          bigint NOT NULL,
    kind                text NOT NULL CHECK (kind IN ('agreement', 'gasSafety', 'electricalSafety', 'energyPerformance',
        'depositCertificate', 'prescribedInformation', 'informationSheet', 'inventory', 'notice', 'other')),
    title               text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
    media_type          text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
    -- Of the file in clear.
    size_bytes          bigint NOT NULL CHECK (size_bytes BETWEEN 1 AND 20971520),
    hash                bytea NOT NULL CHECK (octet_length(hash) = 32),
    created_at          timestamptz NOT NULL,

    CONSTRAINT tenancy_documents_pk PRIMARY KEY (organisation_id, tenancy_document_id),
    CONSTRAINT tenancy_documents_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES tenancies (organisation_id, tenancy_id) ON DELETE CASCADE
);
CREATE INDEX tenancy_documents_organisation_id_tenancy_id_idx ON tenancy_documents (organisation_id, tenancy_id);

CREATE TABLE tenancy_document_contents (
    organisation_id     bigint NOT NULL,
    tenancy_document_id bigint NOT NULL,
    -- Sealed with the organisation's key, together with the document's number: in another row it does not open.
    sealed              bytea NOT NULL,

    CONSTRAINT tenancy_document_contents_pk PRIMARY KEY (organisation_id, tenancy_document_id),
    CONSTRAINT tenancy_document_contents_organisation_id_document_fk FOREIGN KEY (organisation_id, tenancy_document_id)
        REFERENCES tenancy_documents (organisation_id, tenancy_document_id) ON DELETE CASCADE
);
-- What is sealed cannot be compressed.
ALTER TABLE tenancy_document_contents ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE tenancy_document_deliveries (
    delivery_id         bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id     bigint NOT NULL,
    tenancy_document_id bigint NOT NULL,
    tenant_id           bigint NOT NULL,
    given_at            timestamptz NOT NULL,
    opened_at           timestamptz,

    CONSTRAINT tenancy_document_deliveries_pk PRIMARY KEY (organisation_id, tenancy_document_id, tenant_id),
    CONSTRAINT tenancy_document_deliveries_organisation_id_delivery_id_uq UNIQUE (organisation_id, delivery_id),
    CONSTRAINT tenancy_document_deliveries_organisation_id_document_fk FOREIGN KEY (organisation_id, tenancy_document_id)
        REFERENCES tenancy_documents (organisation_id, tenancy_document_id) ON DELETE CASCADE,
    CONSTRAINT tenancy_document_deliveries_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE
);
CREATE INDEX tenancy_document_deliveries_organisation_id_tenant_id_idx
    ON tenancy_document_deliveries (organisation_id, tenant_id, tenancy_document_id);

ALTER TABLE tenancy_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenancy_documents FORCE ROW LEVEL SECURITY;
ALTER TABLE tenancy_document_contents ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenancy_document_contents FORCE ROW LEVEL SECURITY;
ALTER TABLE tenancy_document_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenancy_document_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenancy_documents_app ON tenancy_documents TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenancy_document_contents_app ON tenancy_document_contents TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenancy_document_deliveries_app ON tenancy_document_deliveries TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenancy_documents_gone ON tenancy_documents TO CURRENT_USER USING (is_gone(organisation_id));
CREATE POLICY tenancy_document_contents_gone ON tenancy_document_contents TO CURRENT_USER USING (is_gone(organisation_id));
CREATE POLICY tenancy_document_deliveries_gone ON tenancy_document_deliveries TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT ON tenancy_documents, tenancy_document_contents, tenancy_document_deliveries TO lintel_app;
GRANT UPDATE (opened_at) ON tenancy_document_deliveries TO lintel_app;
