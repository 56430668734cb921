-- A copy of who lives where, from tenancy-applications. How they are reached stays sealed to this service's key as it was told.
SET lock_timeout = '5s';

CREATE TABLE vm_tenants (
    organisation_id bigint NOT NULL,
    tenant_id       bigint NOT NULL,
    -- Null for a tenant who was taken away or erased: the number and the version stay, so that a late event brings nothing back.
    property_id     bigint,
    room_number     text CHECK (char_length(room_number) BETWEEN 1 AND 20),
    lease_status    text CHECK (lease_status IN ('Active', 'Ended', 'Upcoming')),
    -- The accounts whose verified address is the tenant's.
    user_ids        bigint[],
    contact         bytea CHECK (octet_length(contact) BETWEEN 1 AND 4096),
    version         bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT vm_tenants_pk PRIMARY KEY (organisation_id, tenant_id),
    CONSTRAINT vm_tenants_gone_ck CHECK (num_nonnulls(property_id, lease_status, user_ids, contact) IN (0, 4)
        AND (property_id IS NOT NULL OR room_number IS NULL))
);
CREATE INDEX vm_tenants_organisation_id_property_id_idx ON vm_tenants (organisation_id, property_id);
CREATE INDEX vm_tenants_user_ids_idx ON vm_tenants USING gin (user_ids);

ALTER TABLE vm_tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_tenants_app ON vm_tenants TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY vm_tenants_worker ON vm_tenants TO lintel_worker USING (true);
CREATE POLICY vm_tenants_owner ON vm_tenants FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY vm_tenants_gone ON vm_tenants TO CURRENT_USER USING (vm_is_gone(organisation_id));

GRANT SELECT ON vm_tenants TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON vm_tenants TO lintel_worker;

-- The tenants that the caller's own account is, of any organisation: a tenant's request names none.
CREATE FUNCTION vm_own_tenants() RETURNS SETOF vm_tenants
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT * FROM public.vm_tenants
        WHERE user_ids @> ARRAY[nullif(current_setting('app.user_id', true), '')::bigint] AND property_id IS NOT NULL
    $$;
REVOKE ALL ON FUNCTION vm_own_tenants FROM PUBLIC;
GRANT EXECUTE ON FUNCTION vm_own_tenants TO lintel_app;
