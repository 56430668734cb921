-- What each entry of a property's history made different, field by field. It stands beside the history because it goes with a property
-- that is deleted, which the entries do not: they hold no names, and figures over time need them.
SET lock_timeout = '5s';

CREATE TABLE property_changes (
    organisation_id     bigint NOT NULL,
    property_history_id bigint NOT NULL,
    -- The order in which people are told.
    place               integer NOT NULL CHECK (place >= 1),
    -- As an update mask names it.
    field               text NOT NULL CHECK (char_length(field) BETWEEN 1 AND 100),
    -- Of a room, the one that it had before.
    room_number         text CHECK (char_length(room_number) BETWEEN 1 AND 20),
    old_value           text,
    new_value           text,

    CONSTRAINT property_changes_pk PRIMARY KEY (organisation_id, property_history_id, place),
    CONSTRAINT property_changes_organisation_id_property_history_id_fk FOREIGN KEY (organisation_id, property_history_id)
        REFERENCES property_history (organisation_id, property_history_id),
    CONSTRAINT property_changes_values_ck CHECK (old_value IS DISTINCT FROM new_value)
);

ALTER TABLE property_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE property_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY property_changes_app ON property_changes TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY property_changes_worker ON property_changes TO lintel_worker USING (true);

GRANT SELECT, INSERT, DELETE ON property_changes TO lintel_app;
-- The consumer of tenancies adds to the history, too.
GRANT SELECT, INSERT ON property_changes TO lintel_worker;

-- The settings of a property's inspections have versions of their own: an entry of theirs repeats how the property stood, at the
-- version that it has, and figures over time pass it over.
ALTER TABLE property_history
    ADD COLUMN settings_version bigint CHECK (settings_version >= 1),
    DROP CONSTRAINT property_history_organisation_id_property_id_version_uq,
    ADD CONSTRAINT property_history_organisation_id_property_id_version_uq
        UNIQUE NULLS NOT DISTINCT (organisation_id, property_id, version, settings_version);
