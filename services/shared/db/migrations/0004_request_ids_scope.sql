-- The answers kept for repeats belong to whoever asked: row-level security holds for them as for any row of an account.
SET lock_timeout = '5s';

ALTER TABLE request_ids ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- A stranger's scope is a keyed hash that only the same request yields; see RequestKey::of_stranger.
CREATE POLICY request_ids_app ON request_ids TO lintel_app
    USING (scope LIKE 'anon:%' OR scope = 'user:' || nullif(current_setting('app.user_id', true), ''));
CREATE POLICY request_ids_worker ON request_ids TO lintel_worker USING (true);
