-- no-transaction
-- The job looks for tenancies in force whose rent was not told.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tenancies_rent_untold_idx ON tenancies (tenancy_id)
    WHERE state = 'Active' AND told_rent IS DISTINCT FROM rent;
