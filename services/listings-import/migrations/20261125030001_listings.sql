-- Homes for sale as sources describe them, one row for each home of each source. Organisation 0 stands for the operator: its rows are
-- read by everybody and written by imports of the operator alone.
SET lock_timeout = '5s';

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE listings (
    listing_id        bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id   bigint NOT NULL CHECK (organisation_id >= 0),
    -- What the import calls the source, in small letters; with the key of the source it names the row.
    source_key        text NOT NULL CHECK (char_length(source_key) BETWEEN 1 AND 50),
    external_key      text NOT NULL CHECK (char_length(external_key) BETWEEN 1 AND 200),
    -- The portal as people read it.
    source            text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 50),
    source_url        text NOT NULL CHECK (source_url = '' OR source_url LIKE 'https://%'),
    title             text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
    address           text NOT NULL CHECK (char_length(address) <= 500),
    town              text NOT NULL CHECK (char_length(town) <= 200),
    -- As a whole or its first half; compared byte by byte, so that a prefix is a range.
    postcode          text COLLATE "C" NOT NULL CHECK (char_length(postcode) <= 8),
    outcode           text COLLATE "C" NOT NULL GENERATED ALWAYS AS (split_part(postcode, ' ', 1)) STORED,
    -- Pence, because comparisons of numeric are not leakproof (design/libraries.md section 14). NULL is price on application.
    price_pence       bigint CHECK (price_pence BETWEEN 1 AND 999999999999),
    price_qualifier   text NOT NULL CHECK (char_length(price_qualifier) <= 100),
    bedrooms          integer CHECK (bedrooms BETWEEN 0 AND 1000),
    bathrooms         integer CHECK (bathrooms BETWEEN 0 AND 1000),
    square_feet       integer CHECK (square_feet >= 1),
    description       text NOT NULL,
    tags              text[] NOT NULL CHECK (cardinality(tags) <= 5),
    image_urls        text[] NOT NULL,
    listing_type      text NOT NULL CONSTRAINT listings_listing_type_ck CHECK
        (listing_type IN ('Flat', 'House', 'Commercial', 'Other')),
    property_type     text NOT NULL CHECK (char_length(property_type) <= 100),
    tenure            text NOT NULL CHECK (char_length(tenure) <= 100),
    uprn              bigint,
    -- The rent that the yield uses: the source's, or the median of so many lettings nearby.
    source_rent_pence bigint CHECK (source_rent_pence BETWEEN 1 AND 9999999999),
    rent_pence        bigint CHECK (rent_pence BETWEEN 1 AND 9999999999),
    rent_lettings     integer CHECK (rent_lettings >= 3),
    -- Hundredths of a percent, halves up (uk-lettings 2.1).
    yield_hundredths  bigint GENERATED ALWAYS AS ((rent_pence * 120000 + price_pence / 2) / price_pence) STORED,
    -- What its address comes to, and the home that it is: rows of one home have one key.
    address_key       text COLLATE "C" NOT NULL,
    home_key          text COLLATE "C" NOT NULL,
    -- The words of address, town and postcode, in small letters, with single spaces.
    search_text       text NOT NULL,
    content_hash      bytea NOT NULL CHECK (octet_length(content_hash) = 16),
    -- The last import that had it; a whole snapshot withdraws what it did not have.
    seen_import       bigint NOT NULL,
    first_seen_at     timestamptz NOT NULL,
    last_seen_at      timestamptz NOT NULL,
    -- When it was gone; NULL while it is for sale.
    withdrawn_at      timestamptz,
    version           bigint NOT NULL DEFAULT 1 CHECK (version >= 1),

    CONSTRAINT listings_pk PRIMARY KEY (organisation_id, listing_id),
    CONSTRAINT listings_listing_id_uq UNIQUE (listing_id),
    CONSTRAINT listings_key_uq UNIQUE (organisation_id, source_key, external_key),
    CONSTRAINT listings_rent_ck CHECK (rent_lettings IS NULL OR (rent_pence IS NOT NULL AND source_rent_pence IS NULL))
)
-- Every import writes to every row when it last saw it: with room on its page that touches no index.
WITH (fillfactor = 85);

-- Typed words, also misspelt.
CREATE INDEX listings_search_text_idx ON listings USING gin (search_text gin_trgm_ops) WHERE withdrawn_at IS NULL;
-- Postcodes and their halves.
CREATE INDEX listings_postcode_idx ON listings (organisation_id, postcode) WHERE withdrawn_at IS NULL;
CREATE INDEX listings_outcode_bedrooms_idx ON listings (outcode, bedrooms) WHERE withdrawn_at IS NULL;
-- The orders of the search: what has no value comes last, ties go by number.
CREATE INDEX listings_price_asc_idx ON listings (organisation_id, (coalesce(price_pence, 999999999999999)), listing_id)
    WHERE withdrawn_at IS NULL;
CREATE INDEX listings_price_desc_idx ON listings (organisation_id, (-coalesce(price_pence, 0)), listing_id) WHERE withdrawn_at IS NULL;
CREATE INDEX listings_yield_idx ON listings (organisation_id, (-coalesce(yield_hundredths, -1)), listing_id) WHERE withdrawn_at IS NULL;
CREATE INDEX listings_bedrooms_idx ON listings (organisation_id, (-coalesce(bedrooms, -1)::bigint), listing_id) WHERE withdrawn_at IS NULL;
-- One home in two sources.
CREATE INDEX listings_home_key_idx ON listings (home_key, organisation_id);
CREATE INDEX listings_address_key_idx ON listings (address_key) WHERE address_key <> '';
CREATE INDEX listings_uprn_idx ON listings (uprn) WHERE uprn IS NOT NULL;
-- What nobody watches goes two years after it was withdrawn.
CREATE INDEX listings_withdrawn_at_idx ON listings (withdrawn_at) WHERE withdrawn_at IS NOT NULL;

ALTER TABLE listings ENABLE ROW LEVEL SECURITY;
ALTER TABLE listings FORCE ROW LEVEL SECURITY;
CREATE POLICY listings_app ON listings FOR SELECT TO lintel_app
    USING (organisation_id = 0 OR organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY listings_worker ON listings TO lintel_worker USING (true);
-- The search runs as the owner (20261125030005_listing_search.sql).
CREATE POLICY listings_owner ON listings FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY listings_gone ON listings TO CURRENT_USER USING (li_is_gone(organisation_id));

GRANT SELECT ON listings TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON listings TO lintel_worker;

CREATE TABLE listing_prices (
    listing_id      bigint NOT NULL REFERENCES listings (listing_id) ON DELETE CASCADE,
    from_date       date NOT NULL,
    organisation_id bigint NOT NULL,
    price_pence     bigint CHECK (price_pence BETWEEN 1 AND 999999999999),
    CONSTRAINT listing_prices_pk PRIMARY KEY (listing_id, from_date)
);

ALTER TABLE listing_prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_prices FORCE ROW LEVEL SECURITY;
CREATE POLICY listing_prices_app ON listing_prices FOR SELECT TO lintel_app
    USING (organisation_id = 0 OR organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY listing_prices_worker ON listing_prices TO lintel_worker USING (true);
GRANT SELECT ON listing_prices TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON listing_prices TO lintel_worker;
