-- Checks of the right to rent, with their files sealed, and who read those. A check is never changed; another one is added.
SET lock_timeout = '5s';

CREATE TABLE right_to_rent_checks (
    right_to_rent_check_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id        bigint NOT NULL,
    -- Null where the application was erased before its time: the check itself has to be kept.
    application_id         bigint,
    -- The adult; null for the applicant.
    display_name           text CHECK (char_length(display_name) BETWEEN 2 AND 100),
    method                 text NOT NULL CHECK (method IN ('share-code', 'identity-provider', 'manual')),
    document               text NOT NULL CHECK (char_length(document) BETWEEN 2 AND 100),
    check_date             date NOT NULL,
    checker                text NOT NULL CHECK (char_length(checker) BETWEEN 2 AND 100),
    -- Null for a right without end.
    expire_date            date,
    follow_up_date         date,
    media_type             text CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
    created_by             bigint NOT NULL,
    created_at             timestamptz NOT NULL,
    -- When the members were mailed that another check is due.
    told_at                timestamptz,
    -- Until when it is kept without its application.
    keep_until             date,

    CONSTRAINT right_to_rent_checks_pk PRIMARY KEY (organisation_id, right_to_rent_check_id),
    CONSTRAINT right_to_rent_checks_organisation_id_application_id_fk FOREIGN KEY (organisation_id, application_id)
        REFERENCES applications (organisation_id, application_id) ON DELETE CASCADE,
    CONSTRAINT right_to_rent_checks_end_ck CHECK (expire_date > check_date),
    CONSTRAINT right_to_rent_checks_follow_up_ck CHECK ((follow_up_date IS NULL) = (expire_date IS NULL)),
    CONSTRAINT right_to_rent_checks_kept_ck CHECK ((application_id IS NULL) = (keep_until IS NOT NULL))
);
CREATE INDEX right_to_rent_checks_organisation_id_application_id_idx
    ON right_to_rent_checks (organisation_id, application_id, right_to_rent_check_id);
-- What is due, and what is kept no longer.
CREATE INDEX right_to_rent_checks_follow_up_date_idx ON right_to_rent_checks (follow_up_date) WHERE follow_up_date IS NOT NULL;
CREATE INDEX right_to_rent_checks_keep_until_idx ON right_to_rent_checks (keep_until) WHERE keep_until IS NOT NULL;

CREATE TABLE right_to_rent_evidence (
    organisation_id        bigint NOT NULL,
    right_to_rent_check_id bigint NOT NULL,
    -- Sealed with the organisation's key, together with the check's number: in another row it does not open.
    sealed                 bytea NOT NULL,

    CONSTRAINT right_to_rent_evidence_pk PRIMARY KEY (organisation_id, right_to_rent_check_id),
    CONSTRAINT right_to_rent_evidence_organisation_id_check_fk FOREIGN KEY (organisation_id, right_to_rent_check_id)
        REFERENCES right_to_rent_checks (organisation_id, right_to_rent_check_id) ON DELETE CASCADE
);
-- What is sealed cannot be compressed.
ALTER TABLE right_to_rent_evidence ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE right_to_rent_readings (
    right_to_rent_reading_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id          bigint NOT NULL,
    right_to_rent_check_id   bigint NOT NULL,
    user_id                  bigint NOT NULL,
    read_at                  timestamptz NOT NULL,

    CONSTRAINT right_to_rent_readings_pk PRIMARY KEY (organisation_id, right_to_rent_reading_id),
    CONSTRAINT right_to_rent_readings_organisation_id_check_fk FOREIGN KEY (organisation_id, right_to_rent_check_id)
        REFERENCES right_to_rent_checks (organisation_id, right_to_rent_check_id) ON DELETE CASCADE
);
CREATE INDEX right_to_rent_readings_organisation_id_check_idx
    ON right_to_rent_readings (organisation_id, right_to_rent_check_id);

ALTER TABLE right_to_rent_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE right_to_rent_checks FORCE ROW LEVEL SECURITY;
ALTER TABLE right_to_rent_evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE right_to_rent_evidence FORCE ROW LEVEL SECURITY;
ALTER TABLE right_to_rent_readings ENABLE ROW LEVEL SECURITY;
ALTER TABLE right_to_rent_readings FORCE ROW LEVEL SECURITY;
CREATE POLICY right_to_rent_checks_app ON right_to_rent_checks TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY right_to_rent_evidence_app ON right_to_rent_evidence TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY right_to_rent_readings_app ON right_to_rent_readings TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY right_to_rent_checks_worker ON right_to_rent_checks TO lintel_worker USING (true);
CREATE POLICY right_to_rent_checks_gone ON right_to_rent_checks TO CURRENT_USER USING (is_gone(organisation_id));
CREATE POLICY right_to_rent_evidence_gone ON right_to_rent_evidence TO CURRENT_USER USING (is_gone(organisation_id));
CREATE POLICY right_to_rent_readings_gone ON right_to_rent_readings TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT ON right_to_rent_checks, right_to_rent_evidence, right_to_rent_readings TO lintel_app;
-- Erasing an application leaves its checks until their time is over.
GRANT UPDATE (application_id, keep_until) ON right_to_rent_checks TO lintel_app;
GRANT SELECT, DELETE, UPDATE (told_at) ON right_to_rent_checks TO lintel_worker;
