-- Backups of organisations: which there are, who makes them, and their bytes, sealed under a key of the organisation.
SET lock_timeout = '5s';

-- 32 random bytes for each organisation, sealed with this service's own key; deleted with the organisation.
CREATE TABLE backup_keys (
    organisation_id bigint      CONSTRAINT backup_keys_pk PRIMARY KEY,
    wrapped_key     bytea       NOT NULL CHECK (octet_length(wrapped_key) BETWEEN 32 AND 128),
    created_at      timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE backups (
    backup_id       bigint      GENERATED ALWAYS AS IDENTITY CONSTRAINT backups_pk PRIMARY KEY,
    organisation_id bigint      NOT NULL,
    -- The day in London for whose night it was begun; null on demand.
    night           date,
    state           text        NOT NULL DEFAULT 'running',
    created_at      timestamptz NOT NULL DEFAULT now(),
    ended_at        timestamptz,
    size_bytes      bigint      NOT NULL DEFAULT 0 CONSTRAINT backups_size_bytes_ck CHECK (size_bytes >= 0),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    lease_token     uuid,
    lease_until     timestamptz,
    -- The lease whose pieces are the file.
    made_by         uuid,

    CONSTRAINT backups_state_ck CHECK (state IN ('running', 'ready', 'failed')),
    CONSTRAINT backups_ended_ck CHECK ((state = 'running') = (ended_at IS NULL)),
    CONSTRAINT backups_made_ck CHECK ((state = 'ready') = (made_by IS NOT NULL)),
    CONSTRAINT backups_lease_ck CHECK ((lease_token IS NULL) = (lease_until IS NULL)),
    -- One for each night, whichever replica begins it.
    CONSTRAINT backups_night_uq UNIQUE (organisation_id, night)
);
CREATE UNIQUE INDEX backups_running_uq ON backups (organisation_id) WHERE state = 'running';
CREATE INDEX backups_due_idx ON backups (coalesce(lease_until, next_attempt_at)) WHERE state = 'running';

CREATE TABLE backup_pieces (
    backup_id bigint  NOT NULL CONSTRAINT backup_pieces_backup_id_fk REFERENCES backups ON DELETE CASCADE,
    -- The lease under which it was written: of two processes that make the same backup only one file counts.
    made_by   uuid    NOT NULL,
    number    integer NOT NULL,
    sealed    bytea   NOT NULL,

    CONSTRAINT backup_pieces_pk PRIMARY KEY (backup_id, made_by, number)
);

-- Who has read a backup, and when.
CREATE TABLE backup_readings (
    backup_id bigint      NOT NULL CONSTRAINT backup_readings_backup_id_fk REFERENCES backups ON DELETE CASCADE,
    user_id   bigint      NOT NULL,
    read_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX backup_readings_backup_id_idx ON backup_readings (backup_id);

-- The nights for which every organisation that wants it has its backup begun.
CREATE TABLE backup_nights (
    night    date        CONSTRAINT backup_nights_pk PRIMARY KEY,
    begun_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE backup_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY backup_keys_app ON backup_keys FOR SELECT TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY backup_keys_worker ON backup_keys TO lintel_worker USING (true);
ALTER TABLE backups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY backups_app ON backups TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY backups_worker ON backups TO lintel_worker USING (true);
ALTER TABLE backup_pieces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY backup_pieces_app ON backup_pieces FOR SELECT TO lintel_app
    USING (EXISTS (SELECT FROM backups WHERE backups.backup_id = backup_pieces.backup_id));
CREATE POLICY backup_pieces_worker ON backup_pieces TO lintel_worker USING (true);
ALTER TABLE backup_readings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY backup_readings_app ON backup_readings TO lintel_app
    USING (EXISTS (SELECT FROM backups WHERE backups.backup_id = backup_readings.backup_id));
CREATE POLICY backup_readings_worker ON backup_readings TO lintel_worker USING (true);
ALTER TABLE backup_nights ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY backup_nights_worker ON backup_nights TO lintel_worker USING (true);

GRANT SELECT ON backup_keys, backup_pieces TO lintel_app;
GRANT SELECT, INSERT ON backups, backup_readings TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON backup_keys, backups, backup_pieces, backup_readings, backup_nights TO lintel_worker;
