-- What listings are compared with: rents of lettings that feeds name, and sales of the Land Registry.
SET lock_timeout = '5s';

CREATE TABLE rent_comparables (
    organisation_id bigint NOT NULL CHECK (organisation_id >= 0),
    source_key      text NOT NULL,
    external_key    text NOT NULL,
    outcode         text COLLATE "C" NOT NULL CHECK (outcode <> ''),
    bedrooms        integer NOT NULL CHECK (bedrooms BETWEEN 0 AND 1000),
    rent_pence      bigint NOT NULL CHECK (rent_pence BETWEEN 1 AND 9999999999),
    seen_at         timestamptz NOT NULL,
    CONSTRAINT rent_comparables_pk PRIMARY KEY (organisation_id, source_key, external_key)
);
CREATE INDEX rent_comparables_place_idx ON rent_comparables (outcode, bedrooms, organisation_id);
CREATE INDEX rent_comparables_seen_at_idx ON rent_comparables (seen_at);

-- The median of each outcode and number of bedrooms: the row of organisation 0 counts shared lettings, that of another its own and the
-- shared ones, and exists only where it has some of its own. One that is stale is worked out anew by the import that made it so.
CREATE TABLE rent_medians (
    organisation_id bigint NOT NULL CHECK (organisation_id >= 0),
    outcode         text COLLATE "C" NOT NULL,
    bedrooms        integer NOT NULL,
    lettings        integer NOT NULL DEFAULT 0 CHECK (lettings >= 0),
    -- NULL where there are fewer than three.
    rent_pence      bigint,
    stale           boolean NOT NULL DEFAULT true,
    CONSTRAINT rent_medians_pk PRIMARY KEY (organisation_id, outcode, bedrooms)
);
CREATE INDEX rent_medians_stale_idx ON rent_medians (outcode, bedrooms) WHERE stale;

CREATE TABLE sales (
    organisation_id bigint NOT NULL CHECK (organisation_id >= 0),
    transaction_id  text NOT NULL CHECK (char_length(transaction_id) BETWEEN 1 AND 64),
    price_pence     bigint NOT NULL CHECK (price_pence >= 0),
    sale_date       date NOT NULL,
    postcode        text COLLATE "C" NOT NULL CHECK (char_length(postcode) <= 8),
    address         text NOT NULL CHECK (char_length(address) <= 500),
    property_type   text NOT NULL CONSTRAINT sales_property_type_ck CHECK
        (property_type IN ('detached', 'semi-detached', 'terraced', 'flat', 'other')),
    tenure          text NOT NULL CHECK (char_length(tenure) <= 50),
    new_build       boolean NOT NULL,
    CONSTRAINT sales_pk PRIMARY KEY (organisation_id, transaction_id)
);
CREATE INDEX sales_postcode_idx ON sales (organisation_id, postcode, sale_date);

ALTER TABLE rent_comparables ENABLE ROW LEVEL SECURITY;
ALTER TABLE rent_comparables FORCE ROW LEVEL SECURITY;
-- For the organisation's own copy; the estimates come from rent_medians.
CREATE POLICY rent_comparables_app ON rent_comparables FOR SELECT TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY rent_comparables_worker ON rent_comparables TO lintel_worker USING (true);
CREATE POLICY rent_comparables_gone ON rent_comparables TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT ON rent_comparables TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON rent_comparables TO lintel_worker;

ALTER TABLE rent_medians ENABLE ROW LEVEL SECURITY;
ALTER TABLE rent_medians FORCE ROW LEVEL SECURITY;
CREATE POLICY rent_medians_worker ON rent_medians TO lintel_worker USING (true);
CREATE POLICY rent_medians_gone ON rent_medians TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON rent_medians TO lintel_worker;

ALTER TABLE sales ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales FORCE ROW LEVEL SECURITY;
CREATE POLICY sales_app ON sales FOR SELECT TO lintel_app
    USING (organisation_id = 0 OR organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY sales_worker ON sales TO lintel_worker USING (true);
CREATE POLICY sales_gone ON sales TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT ON sales TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sales TO lintel_worker;
