-- A copy of portfolio's properties with their rooms: what there is to let. Rows of other services are not referred to; an event may come
-- before or after what it concerns.
SET lock_timeout = '5s';

CREATE TABLE homes (
    organisation_id bigint NOT NULL,
    property_id     bigint NOT NULL,
    name            text CHECK (char_length(name) BETWEEN 1 AND 200),
    address         text CHECK (char_length(address) BETWEEN 1 AND 300),
    postcode        text CHECK (char_length(postcode) BETWEEN 1 AND 10),
    property_type   text CHECK (property_type IN
        ('Flat', 'House', 'Apartment', 'Studio', 'HMO', 'Serviced Accommodation', 'Commercial')),
    monthly_rent    numeric(12, 2) CHECK (monthly_rent BETWEEN 0 AND 9999999999.99),
    -- Whether somebody lives in all of it, as portfolio says.
    is_occupied     boolean,
    -- Of the last event that was taken; an older one that comes later says nothing.
    version         bigint NOT NULL CHECK (version >= 1),

    CONSTRAINT homes_pk PRIMARY KEY (organisation_id, property_id),
    -- A property that left the portfolio leaves its number and its version, so that a late event brings nothing back.
    CONSTRAINT homes_left_ck CHECK (num_nonnulls(name, address, postcode, property_type, monthly_rent, is_occupied) IN (0, 6))
);

CREATE TABLE home_rooms (
    organisation_id bigint NOT NULL,
    property_id     bigint NOT NULL,
    room_id         bigint NOT NULL,
    room_number     text NOT NULL CHECK (char_length(room_number) BETWEEN 1 AND 20),
    monthly_rent    numeric(10, 2) NOT NULL CHECK (monthly_rent BETWEEN 0 AND 99999999.99),
    is_occupied     boolean NOT NULL,

    CONSTRAINT home_rooms_pk PRIMARY KEY (organisation_id, property_id, room_id),
    CONSTRAINT home_rooms_organisation_id_property_id_fk FOREIGN KEY (organisation_id, property_id)
        REFERENCES homes (organisation_id, property_id) ON DELETE CASCADE
);

ALTER TABLE homes ENABLE ROW LEVEL SECURITY;
ALTER TABLE homes FORCE ROW LEVEL SECURITY;
CREATE POLICY homes_app ON homes TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY homes_worker ON homes TO lintel_worker USING (true);
CREATE POLICY homes_gone ON homes TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE home_rooms ENABLE ROW LEVEL SECURITY;
ALTER TABLE home_rooms FORCE ROW LEVEL SECURITY;
CREATE POLICY home_rooms_app ON home_rooms TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY home_rooms_worker ON home_rooms TO lintel_worker USING (true);

-- Requests change nothing here; to lock a row they need the right to change one column.
GRANT SELECT, UPDATE (version) ON homes TO lintel_app;
GRANT SELECT ON home_rooms TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON homes TO lintel_worker;
GRANT SELECT, INSERT, DELETE ON home_rooms TO lintel_worker;
