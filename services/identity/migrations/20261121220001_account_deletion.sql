-- Accounts and organisations that were deleted: what is left of them is a row without a name, so that sessions which ended can be
-- asked for by gateways that heard nothing of it, and no number is ever given twice.
SET lock_timeout = '5s';

ALTER TABLE users ADD COLUMN deleted_at timestamptz,
    ADD CONSTRAINT users_deleted_nameless CHECK (
        deleted_at IS NULL OR (email = '' AND password_hash = '' AND phone = '' AND address = '' AND verified_at IS NULL));
CREATE INDEX users_deleted_at_idx ON users (deleted_at) WHERE deleted_at IS NOT NULL;
ALTER TABLE organisations ADD COLUMN deleted_at timestamptz;

GRANT DELETE ON user_settings, email_tokens TO lintel_app;

-- What a request that was on its way wrote of a deleted account, and the log of its security when its time is over, the hourly
-- clean-up takes away. Of accounts it sees which are deleted, and since when.
CREATE POLICY users_worker ON users FOR SELECT TO lintel_worker USING (deleted_at IS NOT NULL);
GRANT SELECT (user_id, deleted_at) ON users TO lintel_worker;
CREATE POLICY user_settings_worker ON user_settings TO lintel_worker USING (true);
GRANT SELECT (user_id), DELETE ON user_settings TO lintel_worker;

ALTER TABLE security_events
    DROP CONSTRAINT security_events_kind_known,
    ADD CONSTRAINT security_events_kind_known CHECK (kind IN (
        'signed-in', 'sign-in-paused', 'failed-tries', 'password-changed', 'password-reset', 'two-factor-enabled',
        'two-factor-disabled', 'recovery-codes-renewed', 'session-ended', 'other-sessions-ended',
        'email-change-requested', 'email-changed', 'data-exported', 'account-deleted', 'organisation-joined',
        'grade-changed', 'organisation-left', 'removed-from-organisation'));
