-- What tenants say of what was given back of their deposit, one answer of each: the last one holds.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE deposit_answers (
    organisation_id bigint NOT NULL,
    tenant_id       bigint NOT NULL,
    agreed          boolean NOT NULL,
    reason          text CHECK (char_length(reason) BETWEEN 1 AND 1000),
    answered_at     timestamptz NOT NULL,
    -- The return that it is about has been changed or taken back since.
    outdated        boolean NOT NULL DEFAULT false,

    CONSTRAINT deposit_answers_pk PRIMARY KEY (organisation_id, tenant_id),
    CONSTRAINT deposit_answers_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE,
    CONSTRAINT deposit_answers_reason_ck CHECK (agreed OR reason IS NOT NULL)
);

ALTER TABLE deposit_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY deposit_answers_app ON deposit_answers TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY deposit_answers_worker ON deposit_answers TO lintel_worker USING (true);
CREATE POLICY deposit_answers_gone ON deposit_answers TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON deposit_answers TO lintel_app;
GRANT SELECT ON deposit_answers TO lintel_worker;
