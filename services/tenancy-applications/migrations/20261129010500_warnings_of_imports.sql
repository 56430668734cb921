-- What a file of tenants says that may be so and yet is to be looked at: deposits above the nation's cap.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE tenant_imports ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]';
