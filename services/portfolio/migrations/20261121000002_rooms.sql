-- The lettable rooms of shared houses: what the wire calls hmoRoomRentals and hmoRoomOccupancy is derived from these rows.
SET lock_timeout = '5s';

CREATE TABLE rooms (
    room_id         bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    property_id     bigint NOT NULL,
    room_number     text NOT NULL CHECK (char_length(room_number) BETWEEN 1 AND 20),
    name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    monthly_rent    numeric(10, 2) NOT NULL CHECK (monthly_rent BETWEEN 0 AND 99999999.99),
    is_occupied     boolean NOT NULL DEFAULT false,

    CONSTRAINT rooms_pk PRIMARY KEY (organisation_id, room_id),
    -- With the organisation in the reference, a room cannot be hung onto somebody else's house.
    CONSTRAINT rooms_organisation_id_property_id_fk FOREIGN KEY (organisation_id, property_id)
        REFERENCES properties (organisation_id, property_id) ON DELETE CASCADE
);

-- One door, one number, whatever its case; it also serves the rooms of a page of houses.
CREATE UNIQUE INDEX rooms_organisation_id_property_id_room_number_uq
    ON rooms (organisation_id, property_id, lower(room_number));

ALTER TABLE rooms ENABLE ROW LEVEL SECURITY;
ALTER TABLE rooms FORCE ROW LEVEL SECURITY;
CREATE POLICY rooms_app ON rooms TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY rooms_worker ON rooms TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON rooms TO lintel_app;
GRANT SELECT ON rooms TO lintel_worker;
