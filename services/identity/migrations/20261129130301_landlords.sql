-- Agreements and statements name a landlord and an address for notices, and the landlord says which mails tenants get.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE organisations
    ADD COLUMN landlord_kind text,
    ADD COLUMN landlord_names text[],
    ADD COLUMN landlord_company_number text,
    ADD COLUMN landlord_trading_as text,
    ADD COLUMN landlord_notice_address text,
    ADD COLUMN landlord_contact_name text,
    ADD COLUMN landlord_contact_phone text,
    ADD COLUMN landlord_contact_email text,
    ADD COLUMN mails_off text[] NOT NULL DEFAULT '{}';
ALTER TABLE organisations ADD CONSTRAINT organisations_landlord_ck CHECK (
    landlord_kind IS NULL
    OR (landlord_kind IN ('person', 'joint', 'company') AND cardinality(landlord_names) BETWEEN 1 AND 4
        AND landlord_notice_address IS NOT NULL)) NOT VALID;
GRANT SELECT (landlord_kind, landlord_names, landlord_company_number, landlord_trading_as, landlord_notice_address,
              landlord_contact_name, landlord_contact_phone, landlord_contact_email, mails_off) ON organisations TO lintel_worker;
