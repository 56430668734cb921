-- no-transaction
-- What a tenancy owes as of a day is summed from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entries_sums_idx
    ON ledger_entries (organisation_id, tenancy_id, entry_date) INCLUDE (entry_id, kind, amount, effect, pays);
