-- What is known of a tenancy's deposit; how much it is stands in the tenancy. And what removes tenancies whose time is over.
SET lock_timeout = '5s';

CREATE TABLE deposits (
    organisation_id  bigint NOT NULL,
    tenancy_id       bigint NOT NULL,
    receive_date     date,
    scheme           text CHECK (scheme IN ('DPS', 'mydeposits', 'TDS', 'other')),
    scheme_reference text CHECK (char_length(scheme_reference) BETWEEN 1 AND 60),
    protect_date     date,
    information_date date,
    return_date      date,
    returned         numeric(10, 2) CHECK (returned BETWEEN 0 AND 99999999.99),
    deductions       text CHECK (char_length(deductions) BETWEEN 1 AND 1000),
    updated_at       timestamptz NOT NULL,
    -- The last day for protecting it of which the members were mailed, 7 days before and once it is late.
    told_soon        date,
    told_late        date,

    CONSTRAINT deposits_pk PRIMARY KEY (organisation_id, tenancy_id),
    CONSTRAINT deposits_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES tenancies (organisation_id, tenancy_id) ON DELETE CASCADE,
    CONSTRAINT deposits_dates_ck CHECK (
        protect_date >= receive_date AND information_date >= receive_date AND return_date >= receive_date),
    CONSTRAINT deposits_received_ck CHECK (
        receive_date IS NOT NULL OR (protect_date IS NULL AND information_date IS NULL AND return_date IS NULL)),
    CONSTRAINT deposits_returned_ck CHECK ((return_date IS NULL) = (returned IS NULL))
);
-- What is still to be protected.
CREATE INDEX deposits_receive_date_idx ON deposits (receive_date)
    WHERE receive_date IS NOT NULL AND return_date IS NULL AND (protect_date IS NULL OR information_date IS NULL);

ALTER TABLE deposits ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposits FORCE ROW LEVEL SECURITY;
CREATE POLICY deposits_app ON deposits TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY deposits_worker ON deposits TO lintel_worker USING (true);
CREATE POLICY deposits_gone ON deposits TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE ON deposits TO lintel_app;
GRANT SELECT, UPDATE (told_soon, told_late) ON deposits TO lintel_worker;

-- A tenancy goes with everything that hangs on it, six years after it ended.
GRANT DELETE ON tenancies TO lintel_worker;
