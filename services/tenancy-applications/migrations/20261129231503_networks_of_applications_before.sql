-- No application that was there before the check has one.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE applications VALIDATE CONSTRAINT applications_device_ck;
