-- What was there before the checks fits them, too.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE invites
    VALIDATE CONSTRAINT invites_offered_deposit_ck,
    VALIDATE CONSTRAINT invites_offered_bills_ck,
    VALIDATE CONSTRAINT invites_offered_energy_rating_ck;
