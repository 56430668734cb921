-- Photos of tenants, as small as they are shown, sealed with the organisation's key together with the tenant's number: in another row
-- they do not open.
SET lock_timeout = '5s';

CREATE TABLE tenant_photos (
    organisation_id bigint NOT NULL,
    tenant_id       bigint NOT NULL,
    -- Another photo has another number, by which browsers keep it.
    photo_id        bigint GENERATED ALWAYS AS IDENTITY,
    media_type      text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png')),
    sealed          bytea NOT NULL,
    created_at      timestamptz NOT NULL,

    CONSTRAINT tenant_photos_pk PRIMARY KEY (organisation_id, tenant_id),
    CONSTRAINT tenant_photos_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE
);
-- What is sealed cannot be compressed.
ALTER TABLE tenant_photos ALTER COLUMN sealed SET STORAGE EXTERNAL;

ALTER TABLE tenant_photos ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_photos FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_photos_app ON tenant_photos TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenant_photos_gone ON tenant_photos TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT, DELETE ON tenant_photos TO lintel_app;
