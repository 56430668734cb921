-- no-transaction
-- An account goes with its files.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_statements_organisation_id_bank_account_id_idx ON bank_statements (organisation_id, bank_account_id);
