-- When a property left the portfolio: without a closing entry, figures over time would count it for ever.
SET lock_timeout = '5s';

-- Null while it is in the portfolio; the closing entry repeats how the property stood last.
ALTER TABLE property_history
    ADD COLUMN departure text CHECK (departure IN ('Deleted', 'Sold'));
