-- Tenancies and their tenants. The tenancy is the aggregate: its version grows with every change of any of its tenants, and whoever
-- changes one has locked its home first and then the tenancy. The checks and unique keys here are the last line.
SET lock_timeout = '5s';

CREATE TABLE tenancies (
    tenancy_id      bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    property_id     bigint NOT NULL,
    -- The property as it was last called: a tenancy stays readable when its property has left the portfolio.
    home_name       text NOT NULL CHECK (char_length(home_name) BETWEEN 1 AND 200),
    home_address    text NOT NULL CHECK (char_length(home_address) BETWEEN 1 AND 300),
    home_postcode   text NOT NULL CHECK (char_length(home_postcode) BETWEEN 1 AND 10),
    -- Null where the whole property is let.
    room_number     text CHECK (char_length(room_number) BETWEEN 1 AND 20),
    start_date      date NOT NULL CHECK (start_date BETWEEN '1900-01-01' AND '9999-12-31'),
    -- The last day that was agreed; null for a periodic tenancy. It ends nothing by itself.
    end_date        date CHECK (end_date <= '9999-12-31'),
    rent            numeric(10, 2) NOT NULL CHECK (rent BETWEEN 0 AND 99999999.99),
    deposit         numeric(10, 2) CHECK (deposit BETWEEN 0 AND 99999999.99),
    state           text NOT NULL CHECK (state IN ('Upcoming', 'Active', 'Ended')),
    version         bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,

    CONSTRAINT tenancies_pk PRIMARY KEY (organisation_id, tenancy_id),
    CONSTRAINT tenancies_dates_ck CHECK (end_date >= start_date),
    CONSTRAINT tenancies_times_ck CHECK (updated_at >= created_at)
);

-- A home or a room is let once at a time; that a property and its rooms exclude each other is seen to under the lock of the home.
CREATE UNIQUE INDEX tenancies_organisation_id_property_id_uq ON tenancies (organisation_id, property_id)
    WHERE room_number IS NULL AND state <> 'Ended';
CREATE UNIQUE INDEX tenancies_organisation_id_property_id_room_number_uq
    ON tenancies (organisation_id, property_id, lower(room_number)) WHERE room_number IS NOT NULL AND state <> 'Ended';
CREATE INDEX tenancies_organisation_id_home_name_idx
    ON tenancies (organisation_id, lower(home_name), property_id, lpad(lower(coalesce(room_number, '')), 20, '0'));

CREATE TABLE tenants (
    tenant_id         bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id   bigint NOT NULL,
    tenancy_id        bigint NOT NULL,
    name              text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 100),
    email             text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
    phone             text NOT NULL CHECK (char_length(phone) BETWEEN 10 AND 30),
    address           text CHECK (char_length(address) BETWEEN 1 AND 300),
    employment_status text CHECK (employment_status IN
        ('full-time', 'part-time', 'contract', 'self-employed', 'student', 'other')),
    share             numeric(10, 2) NOT NULL CHECK (share BETWEEN 0 AND 99999999.99),
    leave_date        date CHECK (leave_date BETWEEN '1900-01-01' AND '9999-12-31'),
    leave_reason      text CHECK (char_length(leave_reason) BETWEEN 1 AND 500),
    has_left          boolean NOT NULL DEFAULT false,
    application_id    bigint,
    created_at        timestamptz NOT NULL,

    CONSTRAINT tenants_pk PRIMARY KEY (organisation_id, tenant_id),
    CONSTRAINT tenants_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES tenancies (organisation_id, tenancy_id) ON DELETE CASCADE,
    CONSTRAINT tenants_left_ck CHECK (NOT has_left OR leave_date IS NOT NULL),
    CONSTRAINT tenants_reason_ck CHECK (leave_reason IS NULL OR leave_date IS NOT NULL)
);

CREATE INDEX tenants_organisation_id_tenancy_id_idx ON tenants (organisation_id, tenancy_id);
-- The portal, which knows an address and not yet an organisation.
CREATE INDEX tenants_email_idx ON tenants (lower(email)) WHERE NOT has_left;
-- Who leaves next.
CREATE INDEX tenants_leave_date_idx ON tenants (leave_date) WHERE NOT has_left AND leave_date IS NOT NULL;

ALTER TABLE tenancies ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenancies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenancies_app ON tenancies TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenancies_worker ON tenancies TO lintel_worker USING (true);
CREATE POLICY tenancies_gone ON tenancies TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenants_app ON tenants TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenants_worker ON tenants TO lintel_worker USING (true);
CREATE POLICY tenants_gone ON tenants TO CURRENT_USER USING (is_gone(organisation_id));
-- The function below runs as the owner of the tables, whom this policy lets look.
CREATE POLICY tenants_owner ON tenants FOR SELECT TO CURRENT_USER USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON tenancies, tenants TO lintel_app;
-- The consumer renames homes; the job ends who leaves.
GRANT SELECT, UPDATE ON tenancies, tenants TO lintel_worker;

-- Before it is known whose tenant somebody is, their address resolves to ids and to nothing else.
CREATE FUNCTION tenancies_of_email(wanted text)
    RETURNS TABLE (organisation_id bigint, tenancy_id bigint, tenant_id bigint)
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id, tenancy_id, tenant_id FROM public.tenants WHERE lower(email) = wanted AND NOT has_left
        ORDER BY tenant_id LIMIT 100';
REVOKE ALL ON FUNCTION tenancies_of_email FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenancies_of_email TO lintel_app;
