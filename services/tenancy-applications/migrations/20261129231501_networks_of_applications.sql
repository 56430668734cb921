-- A landlord is told where applicant and referee answered from one network.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE applications ADD COLUMN device bytea;
ALTER TABLE applications ADD CONSTRAINT applications_device_ck CHECK (octet_length(device) = 32) NOT VALID;
