-- A copy of which tenancies are in force, fed by the tenancy service's events: what is let is neither deleted nor sold, and its
-- occupancy wins over what is typed. Nothing of the tenants is in it.
SET lock_timeout = '5s';

CREATE TABLE tenancies (
    organisation_id bigint NOT NULL,
    tenancy_id      bigint NOT NULL,
    -- No foreign key: an event may come after its property has gone.
    property_id     bigint NOT NULL,
    -- Null where the whole property is let.
    room_number     text CHECK (char_length(room_number) BETWEEN 1 AND 20),
    start_date      date,
    end_date        date,
    in_force        boolean NOT NULL,
    -- Of the last event that was taken; an older one that comes later says nothing.
    version         bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT tenancies_pk PRIMARY KEY (organisation_id, tenancy_id)
);

CREATE INDEX tenancies_organisation_id_property_id_idx ON tenancies (organisation_id, property_id) WHERE in_force;

ALTER TABLE tenancies ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenancies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenancies_app ON tenancies TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenancies_worker ON tenancies TO lintel_worker USING (true);

GRANT SELECT ON tenancies TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON tenancies TO lintel_worker;
-- The consumer says of a property or a room that it is let, with its history; it never adds or removes one.
GRANT UPDATE ON properties, rooms TO lintel_worker;
GRANT INSERT ON property_history TO lintel_worker;
