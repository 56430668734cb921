-- What was there before the check fits it, too.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE organisations VALIDATE CONSTRAINT organisations_landlord_ck;
