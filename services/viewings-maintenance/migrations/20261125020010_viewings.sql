-- Viewings of homes, and who comes. The token of the viewer's link is made again from the row's nonce under a key that is not in this
-- database; its hash finds the row.
SET lock_timeout = '5s';

CREATE TABLE viewings (
    organisation_id bigint NOT NULL,
    viewing_id      bigint GENERATED ALWAYS AS IDENTITY,
    property_id     bigint NOT NULL,
    -- What the property was called last.
    home_name       text NOT NULL,
    home_address    text NOT NULL,
    home_postcode   text NOT NULL,
    room_number     text CHECK (char_length(room_number) BETWEEN 1 AND 20),
    -- Null once the viewer was erased.
    viewer_name     text CHECK (char_length(viewer_name) BETWEEN 2 AND 100),
    viewer_email    text CHECK (char_length(viewer_email) BETWEEN 3 AND 254),
    viewer_phone    text CHECK (char_length(viewer_phone) BETWEEN 10 AND 30),
    -- On the clock of Europe/London.
    viewing_date    date NOT NULL,
    viewing_time    time NOT NULL,
    -- The same as an instant.
    starts_at       timestamptz NOT NULL,
    status          text NOT NULL DEFAULT 'Scheduled' CHECK (status IN
        ('Scheduled', 'Confirmed', 'Completed', 'Move-in Process Started', 'Cancelled')),
    notes           text CHECK (char_length(notes) BETWEEN 1 AND 4000),
    -- The account of who shows the home.
    host_user_id    bigint NOT NULL,
    viewer_answer   text CHECK (viewer_answer IN ('confirm', 'cancel', 'request')),
    answered_at     timestamptz,
    requested_date  date,
    requested_time  time,
    viewer_message  text CHECK (char_length(viewer_message) BETWEEN 1 AND 500),
    -- When those who live there were given notice of this time.
    notice_at       timestamptz,
    -- What it is called in calendars, for life.
    calendar_uid    uuid NOT NULL,
    -- Grows whenever time, place or status change (RFC 5545).
    sequence        integer NOT NULL DEFAULT 0 CHECK (sequence >= 0),
    -- How often it was moved to another time: each time is reminded of once.
    moves           integer NOT NULL DEFAULT 0 CHECK (moves >= 0),
    -- When the viewer is to be reminded; null where that is done or pointless.
    remind_at       timestamptz,
    token_nonce     bytea CHECK (octet_length(token_nonce) = 32),
    token_hash      bytea CHECK (octet_length(token_hash) = 32),
    version         bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,

    CONSTRAINT viewings_pk PRIMARY KEY (organisation_id, viewing_id),
    CONSTRAINT viewings_organisation_id_token_hash_uq UNIQUE (organisation_id, token_hash),
    CONSTRAINT viewings_viewer_ck CHECK (num_nonnulls(viewer_name, viewer_email, viewer_phone, token_nonce, token_hash) IN (0, 5)
        AND (viewer_name IS NOT NULL OR (viewer_message IS NULL AND remind_at IS NULL))),
    CONSTRAINT viewings_answer_ck CHECK ((viewer_answer IS NULL) = (answered_at IS NULL)
        AND (requested_date IS NULL) = (requested_time IS NULL)
        AND (requested_date IS NULL OR viewer_answer = 'request')
        AND (viewer_message IS NULL OR viewer_answer IS NOT NULL))
);
-- Before anybody is known a token finds its row.
CREATE INDEX viewings_token_hash_idx ON viewings (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX viewings_organisation_id_starts_at_idx ON viewings (organisation_id, starts_at, viewing_id);
CREATE INDEX viewings_organisation_id_property_id_idx ON viewings (organisation_id, property_id);
-- What a time clashes with.
CREATE INDEX viewings_open_idx ON viewings (organisation_id, starts_at) WHERE status IN ('Scheduled', 'Confirmed');
-- Whom to remind, of all organisations.
CREATE INDEX viewings_remind_at_idx ON viewings (remind_at) WHERE remind_at IS NOT NULL;
-- Whom to forget, of all organisations.
CREATE INDEX viewings_known_viewers_idx ON viewings (starts_at) WHERE viewer_name IS NOT NULL;

ALTER TABLE viewings ENABLE ROW LEVEL SECURITY;
ALTER TABLE viewings FORCE ROW LEVEL SECURITY;
CREATE POLICY viewings_app ON viewings TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY viewings_worker ON viewings TO lintel_worker USING (true);
CREATE POLICY viewings_owner ON viewings FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY viewings_gone ON viewings TO CURRENT_USER USING (vm_is_gone(organisation_id));

GRANT SELECT, INSERT, UPDATE ON viewings TO lintel_app;
GRANT SELECT, UPDATE ON viewings TO lintel_worker;

-- A link's token resolves to the organisation and the row, and to nothing else.
CREATE FUNCTION viewing_of_token(wanted bytea, OUT organisation bigint, OUT viewing bigint) RETURNS SETOF record
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id, viewing_id FROM public.viewings WHERE token_hash = wanted';
REVOKE ALL ON FUNCTION viewing_of_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION viewing_of_token TO lintel_app;
