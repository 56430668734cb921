-- How and when a person is told: the digest, and the hours in which push and text messages wait.
SET lock_timeout = '5s';

ALTER TABLE user_settings
    ADD COLUMN digest text CONSTRAINT user_settings_digest_ck CHECK (digest IN ('off', 'daily', 'weekly')),
    ADD COLUMN quiet_hours boolean,
    ADD COLUMN quiet_from time,
    ADD COLUMN quiet_until time;
GRANT SELECT (phone) ON users TO lintel_worker;
GRANT SELECT (phone, sms_notifications, push_notifications, rent_reminders, certificate_expiry, inspection_reminders, data_backup, digest,
              quiet_hours, quiet_from, quiet_until) ON user_settings TO lintel_worker;
-- The copies lack what they need of each account.
UPDATE users SET snapshot_due = true WHERE deleted_at IS NULL;
