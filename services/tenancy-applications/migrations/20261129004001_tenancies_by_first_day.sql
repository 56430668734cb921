-- no-transaction
-- Who began lately, or is about to, and is owed a written statement.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tenancies_start_date_idx
    ON tenancies (start_date, organisation_id, tenancy_id) WHERE state <> 'Ended';
