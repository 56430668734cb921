-- A copy of portfolio's properties with their rooms: what there is to show and to mend. Rows of other services are not referred to; an
-- event may come before or after what it concerns.
SET lock_timeout = '5s';

CREATE TABLE vm_homes (
    organisation_id  bigint NOT NULL,
    property_id      bigint NOT NULL,
    name             text CHECK (char_length(name) BETWEEN 1 AND 200),
    address          text CHECK (char_length(address) BETWEEN 1 AND 300),
    postcode         text CHECK (char_length(postcode) BETWEEN 1 AND 10),
    -- Whether somebody lives in all of it, as portfolio says.
    is_occupied      boolean,
    -- Null where the member who was responsible has left.
    responsible_user bigint,
    -- Of the last event that was taken; an older one that comes later says nothing.
    version          bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT vm_homes_pk PRIMARY KEY (organisation_id, property_id),
    -- A property that left the portfolio leaves its number and its version, so that a late event brings nothing back.
    CONSTRAINT vm_homes_left_ck CHECK (num_nonnulls(name, address, postcode, is_occupied) IN (0, 4)
        AND (name IS NOT NULL OR responsible_user IS NULL))
);

CREATE TABLE vm_home_rooms (
    organisation_id bigint NOT NULL,
    property_id     bigint NOT NULL,
    room_id         bigint NOT NULL,
    room_number     text NOT NULL CHECK (char_length(room_number) BETWEEN 1 AND 20),
    is_occupied     boolean NOT NULL,

    CONSTRAINT vm_home_rooms_pk PRIMARY KEY (organisation_id, property_id, room_id),
    CONSTRAINT vm_home_rooms_organisation_id_property_id_fk FOREIGN KEY (organisation_id, property_id)
        REFERENCES vm_homes (organisation_id, property_id) ON DELETE CASCADE
);

ALTER TABLE vm_homes ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_homes FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_homes_app ON vm_homes TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY vm_homes_worker ON vm_homes TO lintel_worker USING (true);
CREATE POLICY vm_homes_gone ON vm_homes TO CURRENT_USER USING (vm_is_gone(organisation_id));

ALTER TABLE vm_home_rooms ENABLE ROW LEVEL SECURITY;
ALTER TABLE vm_home_rooms FORCE ROW LEVEL SECURITY;
CREATE POLICY vm_home_rooms_app ON vm_home_rooms TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY vm_home_rooms_worker ON vm_home_rooms TO lintel_worker USING (true);

GRANT SELECT ON vm_homes, vm_home_rooms TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON vm_homes TO lintel_worker;
GRANT SELECT, INSERT, DELETE ON vm_home_rooms TO lintel_worker;
