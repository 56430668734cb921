-- What is a person's own within an organisation: watched listings, saved searches, saved analyses.
SET lock_timeout = '5s';

CREATE TABLE watchlist (
    organisation_id bigint NOT NULL CHECK (organisation_id >= 1),
    user_id         bigint NOT NULL,
    listing_id      bigint NOT NULL REFERENCES listings (listing_id) ON DELETE CASCADE,
    created_at      timestamptz NOT NULL,
    CONSTRAINT watchlist_pk PRIMARY KEY (organisation_id, user_id, listing_id)
);
CREATE INDEX watchlist_listing_id_idx ON watchlist (listing_id);

-- The version of the last fact that a person was told of a listing, whether they watch it or a search of theirs found it.
CREATE TABLE watch_facts (
    organisation_id bigint NOT NULL,
    user_id         bigint NOT NULL,
    listing_id      bigint NOT NULL REFERENCES listings (listing_id) ON DELETE CASCADE,
    version         bigint NOT NULL DEFAULT 1,
    CONSTRAINT watch_facts_pk PRIMARY KEY (organisation_id, user_id, listing_id)
);
CREATE INDEX watch_facts_listing_id_idx ON watch_facts (listing_id);

CREATE TABLE saved_searches (
    saved_search_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL CHECK (organisation_id >= 1),
    user_id         bigint NOT NULL,
    display_name    text NOT NULL CHECK (char_length(display_name) BETWEEN 1 AND 100),
    location        text NOT NULL CHECK (char_length(location) <= 200),
    -- The location as it is searched for: a beginning of postcodes, a first half, or words.
    postcode_start  text COLLATE "C",
    outcode         text COLLATE "C",
    words           text[] NOT NULL DEFAULT '{}',
    listing_type    text CONSTRAINT saved_searches_listing_type_ck CHECK (listing_type IN ('Flat', 'House', 'Commercial', 'Other')),
    min_pence       bigint CHECK (min_pence >= 0),
    max_pence       bigint CHECK (max_pence >= 0),
    -- How many listings of an import were told; of a very large one the first alone.
    told_import     bigint NOT NULL DEFAULT 0,
    told_count      integer NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL,
    CONSTRAINT saved_searches_pk PRIMARY KEY (organisation_id, saved_search_id)
);
CREATE INDEX saved_searches_user_idx ON saved_searches (organisation_id, user_id, saved_search_id);

CREATE TABLE analyses (
    analysis_id     bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL CHECK (organisation_id >= 1),
    user_id         bigint NOT NULL,
    listing_id      bigint NOT NULL REFERENCES listings (listing_id) ON DELETE CASCADE,
    display_name    text NOT NULL CHECK (char_length(display_name) <= 100),
    -- All of the inputs, and where those that were not typed are from: its figures stay as they were saved.
    assumptions     jsonb NOT NULL,
    sources         jsonb NOT NULL,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    version         bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    CONSTRAINT analyses_pk PRIMARY KEY (organisation_id, analysis_id)
);
CREATE INDEX analyses_user_idx ON analyses (organisation_id, user_id, updated_at, analysis_id);
CREATE INDEX analyses_listing_id_idx ON analyses (listing_id);

ALTER TABLE watchlist ENABLE ROW LEVEL SECURITY;
ALTER TABLE watchlist FORCE ROW LEVEL SECURITY;
CREATE POLICY watchlist_app ON watchlist TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY watchlist_worker ON watchlist TO lintel_worker USING (true);
CREATE POLICY watchlist_owner ON watchlist FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY watchlist_gone ON watchlist TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT, INSERT, DELETE ON watchlist TO lintel_app;
GRANT SELECT, DELETE ON watchlist TO lintel_worker;

ALTER TABLE watch_facts ENABLE ROW LEVEL SECURITY;
ALTER TABLE watch_facts FORCE ROW LEVEL SECURITY;
CREATE POLICY watch_facts_worker ON watch_facts TO lintel_worker USING (true);
CREATE POLICY watch_facts_gone ON watch_facts TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON watch_facts TO lintel_worker;

ALTER TABLE saved_searches ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_searches FORCE ROW LEVEL SECURITY;
CREATE POLICY saved_searches_app ON saved_searches TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY saved_searches_worker ON saved_searches TO lintel_worker USING (true);
CREATE POLICY saved_searches_gone ON saved_searches TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT, INSERT, DELETE ON saved_searches TO lintel_app;
GRANT SELECT, UPDATE, DELETE ON saved_searches TO lintel_worker;

ALTER TABLE analyses ENABLE ROW LEVEL SECURITY;
ALTER TABLE analyses FORCE ROW LEVEL SECURITY;
CREATE POLICY analyses_app ON analyses TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY analyses_worker ON analyses TO lintel_worker USING (true);
CREATE POLICY analyses_gone ON analyses TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON analyses TO lintel_app;
GRANT SELECT, DELETE ON analyses TO lintel_worker;
