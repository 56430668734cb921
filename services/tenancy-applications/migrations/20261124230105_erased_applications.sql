-- What is left of an application whose time is over: that there was one, and when it went.
SET lock_timeout = '5s';

CREATE TABLE erased_applications (
    organisation_id bigint NOT NULL,
    application_id  bigint NOT NULL,
    erased_at       timestamptz NOT NULL,

    CONSTRAINT erased_applications_pk PRIMARY KEY (organisation_id, application_id)
);

ALTER TABLE erased_applications ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_applications FORCE ROW LEVEL SECURITY;
CREATE POLICY erased_applications_worker ON erased_applications TO lintel_worker USING (true);
CREATE POLICY erased_applications_gone ON erased_applications TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT ON erased_applications TO lintel_worker;

-- To lock a row while it is deleted the worker needs the right to change one column.
GRANT UPDATE (version) ON applications TO lintel_worker;
-- When retention looks at them.
CREATE INDEX applications_ended_idx ON applications ((coalesce(rejected_at, withdrawn_at)))
    WHERE tenant_id IS NULL AND coalesce(rejected_at, withdrawn_at) IS NOT NULL;
