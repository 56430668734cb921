-- Which viewers were reminded: of each time of a viewing once, however many replicas look for them.
SET lock_timeout = '5s';

CREATE TABLE viewing_reminders (
    organisation_id bigint NOT NULL,
    viewing_id      bigint NOT NULL,
    -- How often the viewing had been moved by then.
    moves           integer NOT NULL,
    reminded_at     timestamptz NOT NULL,

    CONSTRAINT viewing_reminders_pk PRIMARY KEY (organisation_id, viewing_id, moves),
    CONSTRAINT viewing_reminders_organisation_id_viewing_id_fk FOREIGN KEY (organisation_id, viewing_id)
        REFERENCES viewings (organisation_id, viewing_id) ON DELETE CASCADE
);

ALTER TABLE viewing_reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE viewing_reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY viewing_reminders_worker ON viewing_reminders TO lintel_worker USING (true);
GRANT SELECT, INSERT ON viewing_reminders TO lintel_worker;
