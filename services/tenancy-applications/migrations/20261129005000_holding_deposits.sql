-- Holding deposits of applicants: by when there is to be an agreement, and what became of the money.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE holding_deposits (
    organisation_id bigint NOT NULL,
    application_id  bigint NOT NULL,
    amount          numeric(10, 2) NOT NULL CHECK (amount > 0 AND amount <= 99999999.99),
    receive_date    date NOT NULL,
    -- Another last day for the agreement that was agreed in writing; null for the one of the rules.
    agreed_date     date,
    outcome         text CHECK (outcome IN ('toRent', 'toDeposit', 'paidBack', 'kept')),
    outcome_date    date,
    reason          text CHECK (char_length(reason) BETWEEN 1 AND 1000),
    updated_at      timestamptz NOT NULL,
    -- The last day of which the members were mailed, 3 days before and once it is late.
    told_soon       date,
    told_late       date,

    CONSTRAINT holding_deposits_pk PRIMARY KEY (organisation_id, application_id),
    CONSTRAINT holding_deposits_organisation_id_application_id_fk FOREIGN KEY (organisation_id, application_id)
        REFERENCES applications (organisation_id, application_id) ON DELETE CASCADE,
    CONSTRAINT holding_deposits_dates_ck CHECK (agreed_date >= receive_date AND outcome_date >= receive_date),
    CONSTRAINT holding_deposits_outcome_ck CHECK ((outcome IS NULL) = (outcome_date IS NULL)),
    CONSTRAINT holding_deposits_reason_ck CHECK (outcome IS DISTINCT FROM 'kept' OR reason IS NOT NULL)
);
-- What is still open.
CREATE INDEX holding_deposits_open_idx ON holding_deposits (organisation_id, application_id) WHERE outcome IS NULL;

ALTER TABLE holding_deposits ENABLE ROW LEVEL SECURITY;
ALTER TABLE holding_deposits FORCE ROW LEVEL SECURITY;
CREATE POLICY holding_deposits_app ON holding_deposits TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY holding_deposits_worker ON holding_deposits TO lintel_worker USING (true);
CREATE POLICY holding_deposits_gone ON holding_deposits TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON holding_deposits TO lintel_app;
GRANT SELECT, UPDATE (told_soon, told_late) ON holding_deposits TO lintel_worker;
