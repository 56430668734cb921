-- A landlord may say in a link what the home is offered for, beside its rent.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE invites
    ADD COLUMN offered_deposit       numeric(10,2),
    ADD COLUMN offered_from          date,
    ADD COLUMN offered_bills         text,
    ADD COLUMN offered_energy_rating text;
ALTER TABLE invites
    ADD CONSTRAINT invites_offered_deposit_ck CHECK (offered_deposit >= 0) NOT VALID,
    ADD CONSTRAINT invites_offered_bills_ck CHECK (char_length(offered_bills) BETWEEN 1 AND 200) NOT VALID,
    ADD CONSTRAINT invites_offered_energy_rating_ck CHECK (offered_energy_rating IN ('A', 'B', 'C', 'D', 'E', 'F', 'G')) NOT VALID;
