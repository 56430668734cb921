-- The key that seals what an organisation's applicants, guarantors and employers entrust to it. Without its row nothing of theirs opens.
SET lock_timeout = '5s';

CREATE TABLE organisation_keys (
    organisation_id bigint NOT NULL CONSTRAINT organisation_keys_pk PRIMARY KEY,
    -- 32 random bytes, sealed with the service's own key.
    wrapped_key     bytea NOT NULL CHECK (octet_length(wrapped_key) BETWEEN 32 AND 128),
    created_at      timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE organisation_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE organisation_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY organisation_keys_app ON organisation_keys TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY organisation_keys_worker ON organisation_keys TO lintel_worker USING (true);
CREATE POLICY organisation_keys_gone ON organisation_keys TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT ON organisation_keys TO lintel_app;
GRANT SELECT ON organisation_keys TO lintel_worker;
