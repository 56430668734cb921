-- What is to be repaired or done in homes. A request does not hang on the copies of homes and tenants: it outlives both, so what was said
-- of the home when it was reported stands in it.
SET lock_timeout = '5s';

CREATE TABLE maintenance_requests (
    maintenance_request_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id        bigint NOT NULL,
    property_id            bigint NOT NULL,
    property_name          text NOT NULL,
    -- With the postcode.
    property_address       text NOT NULL,
    room_number            text CHECK (char_length(room_number) BETWEEN 1 AND 20),
    -- The tenant that reported it; null for the landlord. The name is in the copy of the tenant alone.
    tenant_id              bigint,
    -- The account that reported it.
    reported_by            bigint NOT NULL,
    title                  text NOT NULL CHECK (char_length(title) BETWEEN 3 AND 100),
    description            text NOT NULL CHECK (char_length(description) <= 4000),
    category               text NOT NULL CHECK (category IN ('Plumbing & leaks', 'Heating & hot water', 'Electrical', 'Gas',
        'Damp & mould', 'Doors, windows & locks', 'Roof & structure', 'Appliances', 'Pests', 'Fire & CO alarms', 'Drains',
        'Garden & exterior', 'Communal areas', 'Security', 'Other')),
    priority               text NOT NULL DEFAULT 'Medium' CHECK (priority IN ('High', 'Medium', 'Low')),
    emergency              boolean NOT NULL DEFAULT false,
    status                 text NOT NULL DEFAULT 'Open' CHECK (status IN ('Open', 'In Progress', 'Completed', 'Cancelled')),
    entry_permitted        boolean,
    reported_at            timestamptz NOT NULL,
    -- From when the targets count: when it was reported, or opened again.
    counted_from           timestamptz NOT NULL,
    respond_by             timestamptz,
    fix_by                 timestamptz NOT NULL,
    first_response_at      timestamptz,
    -- The next of the two targets; null for one that is done or called off.
    next_due_at            timestamptz GENERATED ALWAYS AS (
        CASE WHEN status IN ('Completed', 'Cancelled') THEN NULL
             WHEN first_response_at IS NULL THEN least(respond_by, fix_by)
             ELSE fix_by END) STORED,
    -- The target of which somebody was mailed that it is over.
    overdue_told_for       timestamptz,
    assignee_user_id       bigint,
    contractor_id          bigint,
    -- Stays when the contractor leaves the directory.
    contractor_name        text CHECK (char_length(contractor_name) BETWEEN 2 AND 100),
    -- On the clock of Europe/London.
    visit_date             date CHECK (visit_date BETWEEN '2000-01-01' AND '2199-12-31'),
    visit_start            time,
    visit_end              time,
    visit_notes            text CHECK (char_length(visit_notes) BETWEEN 1 AND 500),
    visit_agreed           boolean NOT NULL DEFAULT false,
    visit_noticed_at       timestamptz,
    cost_total             numeric(14,2) NOT NULL DEFAULT 0 CHECK (cost_total >= 0),
    comment_count          integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
    -- When it was completed or cancelled; retention counts from here.
    finished_at            timestamptz,
    confirmed_at           timestamptz,
    -- The inspection that asked for it.
    inspection_id          bigint,
    version                bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    updated_at             timestamptz NOT NULL,

    CONSTRAINT maintenance_requests_pk PRIMARY KEY (organisation_id, maintenance_request_id),
    -- An inspection asks once.
    CONSTRAINT maintenance_requests_organisation_id_inspection_id_uq UNIQUE (organisation_id, inspection_id),
    CONSTRAINT maintenance_requests_organisation_id_contractor_id_fk FOREIGN KEY (organisation_id, contractor_id)
        REFERENCES contractors (organisation_id, contractor_id) ON DELETE SET NULL (contractor_id),
    CONSTRAINT maintenance_requests_emergency_ck CHECK (NOT emergency OR priority = 'High'),
    CONSTRAINT maintenance_requests_finished_ck CHECK ((status IN ('Completed', 'Cancelled')) = (finished_at IS NOT NULL)),
    CONSTRAINT maintenance_requests_confirmed_ck CHECK (confirmed_at IS NULL OR status = 'Completed'),
    CONSTRAINT maintenance_requests_contractor_ck CHECK (contractor_id IS NULL OR contractor_name IS NOT NULL),
    CONSTRAINT maintenance_requests_visit_ck CHECK (num_nonnulls(visit_date, visit_start, visit_end) IN (0, 3)
        AND (visit_date IS NOT NULL OR (num_nonnulls(visit_notes, visit_noticed_at) = 0 AND NOT visit_agreed))
        AND visit_start < visit_end),
    CONSTRAINT maintenance_requests_times_ck CHECK (counted_from >= reported_at AND updated_at >= reported_at)
);
-- Those of one property, one member and one contractor, the newest first.
CREATE INDEX maintenance_requests_organisation_id_property_id_idx
    ON maintenance_requests (organisation_id, property_id, maintenance_request_id);
CREATE INDEX maintenance_requests_organisation_id_assignee_user_id_idx
    ON maintenance_requests (organisation_id, assignee_user_id, maintenance_request_id) WHERE assignee_user_id IS NOT NULL;
CREATE INDEX maintenance_requests_organisation_id_contractor_id_idx
    ON maintenance_requests (organisation_id, contractor_id, maintenance_request_id) WHERE contractor_id IS NOT NULL;
-- The urgent ones by their next target.
CREATE INDEX maintenance_requests_urgent_idx ON maintenance_requests (organisation_id, next_due_at, maintenance_request_id)
    WHERE priority = 'High' AND status IN ('Open', 'In Progress');
-- The figures, without looking at a row.
CREATE INDEX maintenance_requests_organisation_id_status_idx ON maintenance_requests (organisation_id, status, priority, next_due_at);
-- What the job of overdue targets looks for.
CREATE INDEX maintenance_requests_overdue_idx ON maintenance_requests (next_due_at)
    WHERE next_due_at IS NOT NULL AND overdue_told_for IS DISTINCT FROM next_due_at;
-- What retention looks for.
CREATE INDEX maintenance_requests_finished_at_idx ON maintenance_requests (finished_at) WHERE finished_at IS NOT NULL;
-- An account's own, for its export.
CREATE INDEX maintenance_requests_reported_by_idx ON maintenance_requests (reported_by, maintenance_request_id) WHERE tenant_id IS NOT NULL;

ALTER TABLE maintenance_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY maintenance_requests_app ON maintenance_requests TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY maintenance_requests_worker ON maintenance_requests TO lintel_worker USING (true);
CREATE POLICY maintenance_requests_owner ON maintenance_requests FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY maintenance_requests_gone ON maintenance_requests TO CURRENT_USER USING (vm_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE ON maintenance_requests TO lintel_app;
GRANT SELECT, UPDATE, DELETE ON maintenance_requests TO lintel_worker;

-- Which tenants see a request: who lived there together when it was made. Whoever moves in later sees nothing of it.
CREATE TABLE maintenance_request_tenants (
    organisation_id        bigint NOT NULL,
    maintenance_request_id bigint NOT NULL,
    tenant_id              bigint NOT NULL,

    CONSTRAINT maintenance_request_tenants_pk PRIMARY KEY (organisation_id, maintenance_request_id, tenant_id),
    CONSTRAINT maintenance_request_tenants_request_fk FOREIGN KEY (organisation_id, maintenance_request_id)
        REFERENCES maintenance_requests (organisation_id, maintenance_request_id) ON DELETE CASCADE
);
CREATE INDEX maintenance_request_tenants_organisation_id_tenant_id_idx
    ON maintenance_request_tenants (organisation_id, tenant_id, maintenance_request_id);

ALTER TABLE maintenance_request_tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance_request_tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY maintenance_request_tenants_app ON maintenance_request_tenants TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY maintenance_request_tenants_worker ON maintenance_request_tenants TO lintel_worker USING (true);
CREATE POLICY maintenance_request_tenants_gone ON maintenance_request_tenants TO CURRENT_USER USING (vm_is_gone(organisation_id));
GRANT SELECT, INSERT ON maintenance_request_tenants TO lintel_app;
GRANT SELECT ON maintenance_request_tenants TO lintel_worker;

-- What the caller's own tenant account reported, of any organisation, for its export.
CREATE FUNCTION vm_own_maintenance_requests() RETURNS SETOF maintenance_requests
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT * FROM public.maintenance_requests
        WHERE reported_by = nullif(current_setting('app.user_id', true), '')::bigint AND tenant_id IS NOT NULL
    $$;
REVOKE ALL ON FUNCTION vm_own_maintenance_requests FROM PUBLIC;
GRANT EXECUTE ON FUNCTION vm_own_maintenance_requests TO lintel_app;
