-- Receipts of a day are one mail: those that come after it wait for the next day.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE ledgers ADD COLUMN receipts_mailed_on date;
