-- Applicants take documents back until the landlord has looked at them; what was asked for is then asked for again.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE application_documents ADD COLUMN was_requested boolean NOT NULL DEFAULT false;
GRANT DELETE ON application_documents TO lintel_app;
