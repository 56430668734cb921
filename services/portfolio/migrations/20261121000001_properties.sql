-- The landlord's properties. Business rules live in the domain; the checks here are the last line, so that no path and no
-- operator's statement can store what the domain could not read back.
SET lock_timeout = '5s';

CREATE TABLE properties (
    property_id              bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id          bigint NOT NULL,
    name                     text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
    address                  text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 300),
    postcode                 text NOT NULL CHECK (postcode ~ '^[A-Z0-9]{2,4} [0-9][A-Z]{2}$'),
    property_type            text NOT NULL CHECK (property_type IN
        ('Flat', 'House', 'Apartment', 'Studio', 'HMO', 'Serviced Accommodation', 'Commercial')),
    bedrooms                 integer NOT NULL CHECK (bedrooms BETWEEN 0 AND 100),
    bathrooms                integer NOT NULL CHECK (bathrooms BETWEEN 1 AND 10),
    size                     text CHECK (char_length(size) BETWEEN 1 AND 50),
    -- An upper bound as well as a lower one: NaN is above every number.
    monthly_rent             numeric(10, 2) NOT NULL CHECK (monthly_rent BETWEEN 0 AND 99999999.99),
    purchase_price           numeric(12, 2) CHECK (purchase_price BETWEEN 0 AND 9999999999.99),
    current_value            numeric(12, 2) CHECK (current_value BETWEEN 0 AND 9999999999.99),
    purchase_date            date,
    purchase_year            integer CHECK (purchase_year BETWEEN 1800 AND 9999),
    status                   text NOT NULL CHECK (status IN
        ('Available', 'Vacant', 'Occupied', 'Under Renovation', 'Under Maintenance')),
    photos                   text[] NOT NULL DEFAULT '{}',

    hmo_utilities            numeric(10, 2) CHECK (hmo_utilities BETWEEN 0 AND 99999999.99),
    hmo_tv_licence           numeric(10, 2) CHECK (hmo_tv_licence BETWEEN 0 AND 99999999.99),
    hmo_council_tax          numeric(10, 2) CHECK (hmo_council_tax BETWEEN 0 AND 99999999.99),
    hmo_water                numeric(10, 2) CHECK (hmo_water BETWEEN 0 AND 99999999.99),
    hmo_cleaning_fees        numeric(10, 2) CHECK (hmo_cleaning_fees BETWEEN 0 AND 99999999.99),

    lease_years_remaining    integer CHECK (lease_years_remaining BETWEEN 0 AND 9999),
    lease_last_updated       date,
    service_charge           numeric(10, 2) CHECK (service_charge BETWEEN 0 AND 99999999.99),
    ground_rent              numeric(10, 2) CHECK (ground_rent BETWEEN 0 AND 99999999.99),

    mortgage_company         text CHECK (char_length(mortgage_company) BETWEEN 1 AND 200),
    mortgage_reference       text CHECK (char_length(mortgage_reference) BETWEEN 1 AND 100),
    mortgage_contact         text CHECK (char_length(mortgage_contact) BETWEEN 1 AND 200),
    interest_rate            numeric(5, 2) CHECK (interest_rate BETWEEN 0 AND 100),
    amount_borrowed          numeric(12, 2) CHECK (amount_borrowed BETWEEN 0 AND 9999999999.99),
    outstanding_balance      numeric(12, 2) CHECK (outstanding_balance BETWEEN 0 AND 9999999999.99),
    monthly_mortgage_payment numeric(10, 2) CHECK (monthly_mortgage_payment BETWEEN 0 AND 99999999.99),
    mortgage_type            text CHECK (mortgage_type IN ('Repayment', 'Interest Only')),
    fixed_term_end_date      date,

    insurance_company        text CHECK (char_length(insurance_company) BETWEEN 1 AND 200),
    insurance_reference      text CHECK (char_length(insurance_reference) BETWEEN 1 AND 100),
    insurance_amount         numeric(10, 2) CHECK (insurance_amount BETWEEN 0 AND 99999999.99),
    insurance_renewal_date   date,
    insurance_type           text CHECK (char_length(insurance_type) BETWEEN 1 AND 100),

    version                  bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at               timestamptz NOT NULL,
    updated_at               timestamptz NOT NULL,

    -- An id alone never gives access: the organisation is part of every key.
    CONSTRAINT properties_pk PRIMARY KEY (organisation_id, property_id),
    CONSTRAINT properties_purchase_year_ck CHECK
        (purchase_date IS NULL OR purchase_year = date_part('year', purchase_date)),
    CONSTRAINT properties_lease_ck CHECK
        (num_nonnulls(lease_years_remaining, lease_last_updated) IN (0, 2)),
    CONSTRAINT properties_lease_kind_ck CHECK (property_type = 'Flat'
        OR num_nonnulls(lease_years_remaining, service_charge, ground_rent) = 0),
    CONSTRAINT properties_hmo_kind_ck CHECK (property_type = 'HMO'
        OR num_nonnulls(hmo_utilities, hmo_tv_licence, hmo_council_tax, hmo_water, hmo_cleaning_fees) = 0),
    CONSTRAINT properties_times_ck CHECK (updated_at >= created_at)
);

-- The list, the newest first.
CREATE INDEX properties_organisation_id_created_at_property_id_idx
    ON properties (organisation_id, created_at DESC, property_id DESC);

ALTER TABLE properties ENABLE ROW LEVEL SECURITY;
ALTER TABLE properties FORCE ROW LEVEL SECURITY;
CREATE POLICY properties_app ON properties TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY properties_worker ON properties TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON properties TO lintel_app;
GRANT SELECT ON properties TO lintel_worker;
