-- What happened to requests: what, when, and who did it.
SET lock_timeout = '5s';

CREATE TABLE maintenance_events (
    maintenance_event_id   bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id        bigint NOT NULL,
    maintenance_request_id bigint NOT NULL,
    kind                   text NOT NULL CHECK (kind IN ('reported', 'status', 'priority', 'category', 'assigned', 'contractor',
        'visit', 'cost', 'attachment', 'comment', 'confirmed', 'reopened')),
    actor                  text NOT NULL CHECK (actor IN ('Landlord', 'Tenant', 'Lintel')),
    -- The account; null for Lintel.
    user_id                bigint,
    -- What it was before and what it is now, as people read it; of a member the account's number, never a name.
    was                    text CHECK (char_length(was) BETWEEN 1 AND 300),
    became                 text CHECK (char_length(became) BETWEEN 1 AND 300),
    -- Whether it is for the landlord alone.
    private                boolean NOT NULL,
    happened_at            timestamptz NOT NULL,

    CONSTRAINT maintenance_events_pk PRIMARY KEY (organisation_id, maintenance_event_id),
    CONSTRAINT maintenance_events_request_fk FOREIGN KEY (organisation_id, maintenance_request_id)
        REFERENCES maintenance_requests (organisation_id, maintenance_request_id) ON DELETE CASCADE,
    CONSTRAINT maintenance_events_actor_ck CHECK ((actor = 'Lintel') = (user_id IS NULL))
);
CREATE INDEX maintenance_events_request_idx ON maintenance_events (organisation_id, maintenance_request_id, maintenance_event_id);

ALTER TABLE maintenance_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance_events FORCE ROW LEVEL SECURITY;
CREATE POLICY maintenance_events_app ON maintenance_events TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY maintenance_events_worker ON maintenance_events TO lintel_worker USING (true);
CREATE POLICY maintenance_events_gone ON maintenance_events TO CURRENT_USER USING (vm_is_gone(organisation_id));
-- Entries are added and never changed.
GRANT SELECT, INSERT ON maintenance_events TO lintel_app;
GRANT SELECT ON maintenance_events TO lintel_worker;
