-- no-transaction
-- The tenancies with refunds or receipts for one charge are few, and found at once.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entries_named_idx
    ON ledger_entries (organisation_id, tenancy_id, entry_date) WHERE kind = 'refund' OR pays IS NOT NULL;
