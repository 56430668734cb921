-- Identity tells who lets and which mails tenants get; the version says up to which of its own this was told.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE organisation_names
    ADD COLUMN landlord bytea,
    ADD COLUMN off_mails text[] NOT NULL DEFAULT '{}',
    ADD COLUMN told_version bigint;
