-- The rent of a let room is its tenancy's; null where it is not let, or not known yet.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE rooms ADD COLUMN let_rent numeric(12, 2);
ALTER TABLE rooms ADD CONSTRAINT rooms_let_rent_ck CHECK (let_rent BETWEEN 0 AND 9999999999.99) NOT VALID;
