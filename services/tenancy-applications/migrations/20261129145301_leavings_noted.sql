-- Who ended a tenancy, when notice was given and when that was recorded; and which import added a tenant.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE tenants ADD COLUMN leave_by text, ADD COLUMN leave_notice_date date, ADD COLUMN leave_noted_at timestamptz;
