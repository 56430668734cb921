-- The last rise of before Lintel is known: nothing is charged for it, and the next rise waits for it.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE ledgers
    ADD COLUMN earlier_rise_date date,
    ADD COLUMN earlier_rise_rent numeric(10, 2),
    ADD CONSTRAINT ledgers_earlier_rise_ck CHECK (
        (earlier_rise_date IS NULL) = (earlier_rise_rent IS NULL) AND earlier_rise_rent > 0) NOT VALID;
