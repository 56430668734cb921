-- A landlord may show the bill of what was kept of a deposit: a document that the tenants were given. It is removed with their tenancy
-- alone, as the deposit is, so no key holds it here.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE deposits ADD COLUMN bill_document_id bigint;
