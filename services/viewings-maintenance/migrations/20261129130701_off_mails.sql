-- Landlords say which mails tenants do not get; the version says up to which of its own this was told.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE vm_organisations ADD COLUMN off_mails text[] NOT NULL DEFAULT '{}', ADD COLUMN told_version bigint;
