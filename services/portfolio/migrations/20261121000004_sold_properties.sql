-- What was sold: the property as it left the portfolio, and the sale. Figures are computed by the domain from these inputs; the
-- two that lists are sorted by are kept beside them.
SET lock_timeout = '5s';

CREATE TABLE sold_properties (
    sold_property_id     bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id      bigint NOT NULL,
    -- No foreign key: the property is gone, its history stays under this id.
    original_property_id bigint NOT NULL,
    name                 text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
    address              text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 300),
    postcode             text NOT NULL CHECK (postcode ~ '^[A-Z0-9]{2,4} [0-9][A-Z]{2}$'),
    property_type        text NOT NULL CHECK (property_type IN
        ('Flat', 'House', 'Apartment', 'Studio', 'HMO', 'Serviced Accommodation', 'Commercial')),
    photos               text[] NOT NULL DEFAULT '{}',
    sale_price           numeric(12, 2) NOT NULL CHECK (sale_price BETWEEN 0 AND 9999999999.99),
    sale_date            date NOT NULL CHECK (sale_date BETWEEN '1800-01-01' AND '9999-12-31'),
    purchase_price       numeric(12, 2) NOT NULL CHECK (purchase_price BETWEEN 0 AND 9999999999.99),
    purchase_date        date,
    purchase_year        integer CHECK (purchase_year BETWEEN 1800 AND 9999),
    deposit              numeric(12, 2) CHECK (deposit BETWEEN 0 AND 9999999999.99),
    stamp_duty           numeric(12, 2) CHECK (stamp_duty BETWEEN 0 AND 9999999999.99),
    legal_fees_purchase  numeric(12, 2) CHECK (legal_fees_purchase BETWEEN 0 AND 9999999999.99),
    refurb_costs         numeric(12, 2) CHECK (refurb_costs BETWEEN 0 AND 9999999999.99),
    fees_to_sell         numeric(12, 2) CHECK (fees_to_sell BETWEEN 0 AND 9999999999.99),
    notes                text CHECK (char_length(notes) BETWEEN 1 AND 2000),
    -- A price less five others: an eleventh digit, and below nothing. NaN is above every number.
    net_profit           numeric(13, 2) NOT NULL CHECK (net_profit BETWEEN -99999999999.99 AND 9999999999.99),
    annualised_return    numeric(20, 10) CHECK (annualised_return BETWEEN -100 AND 1000000000),
    version              bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at           timestamptz NOT NULL,

    CONSTRAINT sold_properties_pk PRIMARY KEY (organisation_id, sold_property_id),
    -- A property is sold once.
    CONSTRAINT sold_properties_organisation_id_original_property_id_uq UNIQUE (organisation_id, original_property_id),
    CONSTRAINT sold_properties_purchase_year_ck CHECK
        (purchase_date IS NULL OR purchase_year = date_part('year', purchase_date)),
    CONSTRAINT sold_properties_dates_ck CHECK
        (sale_date >= purchase_date AND date_part('year', sale_date) >= purchase_year)
);

ALTER TABLE sold_properties ENABLE ROW LEVEL SECURITY;
ALTER TABLE sold_properties FORCE ROW LEVEL SECURITY;
CREATE POLICY sold_properties_app ON sold_properties TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY sold_properties_worker ON sold_properties TO lintel_worker USING (true);

GRANT SELECT, INSERT ON sold_properties TO lintel_app;
GRANT SELECT ON sold_properties TO lintel_worker;
