-- Other services are told which accounts want mails about maintenance, and which get new requests of their properties. Everything
-- is told once more, so that an older installation tells of them as well.
SET lock_timeout = '5s';

GRANT SELECT (maintenance_alerts, maintenance_auto_assign) ON user_settings TO lintel_worker;
UPDATE users SET snapshot_due = true WHERE deleted_at IS NULL;
UPDATE organisations SET snapshot_due = true, version = version + 1 WHERE deleted_at IS NULL;
