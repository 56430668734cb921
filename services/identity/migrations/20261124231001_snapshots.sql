-- Other services keep copies of accounts and organisations. A change marks its row as due in its own transaction; a job tells of it.
-- Rows from before are due as well, so that an older installation tells of everything once.
SET lock_timeout = '5s';

ALTER TABLE users
    ADD COLUMN snapshot_version bigint NOT NULL DEFAULT 0,
    ADD COLUMN snapshot_due boolean NOT NULL DEFAULT true;
ALTER TABLE organisations ADD COLUMN snapshot_due boolean NOT NULL DEFAULT true;

CREATE INDEX users_snapshot_due_idx ON users (user_id) WHERE snapshot_due;
CREATE INDEX organisations_snapshot_due_idx ON organisations (organisation_id) WHERE snapshot_due;

DROP POLICY users_worker ON users;
CREATE POLICY users_worker ON users TO lintel_worker USING (true);
GRANT SELECT (role, name, email, verified_at, snapshot_version, snapshot_due), UPDATE (snapshot_version, snapshot_due)
    ON users TO lintel_worker;
GRANT SELECT (first_name, last_name, email_notifications) ON user_settings TO lintel_worker;
CREATE POLICY organisations_worker ON organisations TO lintel_worker USING (true);
GRANT SELECT (organisation_id, name, version, deleted_at, snapshot_due), UPDATE (snapshot_due) ON organisations TO lintel_worker;
CREATE POLICY memberships_worker ON memberships FOR SELECT TO lintel_worker USING (true);
GRANT SELECT ON memberships TO lintel_worker;
