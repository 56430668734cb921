-- no-transaction
-- An account goes with its lines.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_lines_organisation_id_bank_account_id_idx ON bank_lines (organisation_id, bank_account_id);
