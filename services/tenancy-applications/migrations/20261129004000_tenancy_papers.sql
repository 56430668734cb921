-- The papers that the law has tenants given: the Information Sheet and the written statement of terms. A row is there once one was given,
-- or the members were mailed of it; whether one is owed follows from the rules.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE tenancy_papers (
    tenancy_paper_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    tenancy_id       bigint NOT NULL,
    paper            text NOT NULL CHECK (paper IN ('informationSheet', 'writtenStatement')),
    -- Null where it was not given, or that was taken back.
    delivery_date    date,
    updated_at       timestamptz NOT NULL,
    -- The last day of which the members were mailed, 7 days before and once it is late.
    told_soon        date,
    told_late        date,

    CONSTRAINT tenancy_papers_pk PRIMARY KEY (organisation_id, tenancy_id, paper),
    CONSTRAINT tenancy_papers_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES tenancies (organisation_id, tenancy_id) ON DELETE CASCADE
);

ALTER TABLE tenancy_papers ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenancy_papers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenancy_papers_app ON tenancy_papers TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenancy_papers_worker ON tenancy_papers TO lintel_worker USING (true);
CREATE POLICY tenancy_papers_gone ON tenancy_papers TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE ON tenancy_papers TO lintel_app;
GRANT SELECT, INSERT, UPDATE (told_soon, told_late) ON tenancy_papers TO lintel_worker;
