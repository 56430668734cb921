-- A property that leaves the portfolio takes its viewings with it, and each says so. Titles and descriptions of requests have a history;
-- Lintel writes down by itself that a member who left is responsible no more.
SET lock_timeout = '5s';

ALTER TABLE viewings
    -- Whether it was called off because the property left the portfolio.
    ADD COLUMN home_left boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT viewings_home_left_ck CHECK (status = 'Cancelled' OR NOT home_left);

ALTER TABLE maintenance_events
    DROP CONSTRAINT maintenance_events_kind_check,
    ADD CONSTRAINT maintenance_events_kind_ck CHECK (kind IN ('reported', 'status', 'priority', 'category', 'assigned',
        'contractor', 'visit', 'cost', 'attachment', 'comment', 'confirmed', 'reopened', 'title', 'description'));
GRANT INSERT ON maintenance_events TO lintel_worker;
-- A list by the next target, what is finished last.
CREATE INDEX maintenance_requests_target_idx
    ON maintenance_requests (organisation_id, coalesce(next_due_at, 'infinity'::timestamptz), maintenance_request_id);
