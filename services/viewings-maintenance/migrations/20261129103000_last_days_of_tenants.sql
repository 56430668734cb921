-- A tenancy is over for its tenant after their last day, also where no event has told that it ended.
SET LOCAL lock_timeout = '800ms';

-- Null while none is known, and of a tenant that a program of before told of: the owner tells of those again.
ALTER TABLE vm_tenants ADD COLUMN last_date date;
