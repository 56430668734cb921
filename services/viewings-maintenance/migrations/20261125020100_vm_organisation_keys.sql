-- The key that seals the photos and invoices of an organisation's maintenance. Without its row none of them opens.
SET lock_timeout = '5s';

CREATE TABLE vm_organisation_keys (
    organisation_id bigint NOT NULL CONSTRAINT vm_organisation_keys_pk PRIMARY KEY,
    -- 32 random bytes, sealed with the service's own key.
    wrapped_key     bytea NOT NULL CHECK (octet_length(wrapped_key) BETWEEN 32 AND 128),
    created_at      timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE vm_organisation_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_organisation_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_organisation_keys_app ON vm_organisation_keys TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY vm_organisation_keys_worker ON vm_organisation_keys TO lintel_worker USING (true);
CREATE POLICY vm_organisation_keys_gone ON vm_organisation_keys TO CURRENT_USER USING (vm_is_gone(organisation_id));
GRANT SELECT, INSERT ON vm_organisation_keys TO lintel_app;
GRANT SELECT ON vm_organisation_keys TO lintel_worker;
