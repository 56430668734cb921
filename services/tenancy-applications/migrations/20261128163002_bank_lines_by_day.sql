-- no-transaction
-- A file is compared with the lines of its days, and a month of an account is added up.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_lines_organisation_id_booked_on_idx ON bank_lines (organisation_id, booked_on, bank_line_id);
