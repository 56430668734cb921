-- When a tenant wrote to the landlord within the last day: mails that a tenant causes are counted.
SET LOCAL lock_timeout = '800ms';
ALTER TABLE tenants ADD COLUMN wrote_at timestamptz[] NOT NULL DEFAULT '{}';
