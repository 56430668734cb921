-- What the landlord and the tenants of a request write to each other.
SET lock_timeout = '5s';

CREATE TABLE maintenance_comments (
    comment_id             bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id        bigint NOT NULL,
    maintenance_request_id bigint NOT NULL,
    author                 text NOT NULL CHECK (author IN ('Landlord', 'Tenant')),
    user_id                bigint NOT NULL,
    -- Whose name the landlord reads, from the copy of the tenant.
    tenant_id              bigint,
    text                   text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 4000),
    created_at             timestamptz NOT NULL,

    CONSTRAINT maintenance_comments_pk PRIMARY KEY (organisation_id, comment_id),
    CONSTRAINT maintenance_comments_request_fk FOREIGN KEY (organisation_id, maintenance_request_id)
        REFERENCES maintenance_requests (organisation_id, maintenance_request_id) ON DELETE CASCADE,
    CONSTRAINT maintenance_comments_author_ck CHECK ((author = 'Tenant') = (tenant_id IS NOT NULL))
);
CREATE INDEX maintenance_comments_request_idx ON maintenance_comments (organisation_id, maintenance_request_id, comment_id);
-- An account's own, for its export.
CREATE INDEX maintenance_comments_user_id_idx ON maintenance_comments (user_id, comment_id) WHERE author = 'Tenant';

ALTER TABLE maintenance_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY maintenance_comments_app ON maintenance_comments TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY maintenance_comments_worker ON maintenance_comments TO lintel_worker USING (true);
CREATE POLICY maintenance_comments_owner ON maintenance_comments FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY maintenance_comments_gone ON maintenance_comments TO CURRENT_USER USING (vm_is_gone(organisation_id));
-- Comments are added and never changed.
GRANT SELECT, INSERT ON maintenance_comments TO lintel_app;
GRANT SELECT ON maintenance_comments TO lintel_worker;

-- What the caller's own tenant account wrote, of any organisation, for its export.
CREATE FUNCTION vm_own_maintenance_comments() RETURNS SETOF maintenance_comments
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT * FROM public.maintenance_comments
        WHERE user_id = nullif(current_setting('app.user_id', true), '')::bigint AND author = 'Tenant'
    $$;
REVOKE ALL ON FUNCTION vm_own_maintenance_comments FROM PUBLIC;
GRANT EXECUTE ON FUNCTION vm_own_maintenance_comments TO lintel_app;
