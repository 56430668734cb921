-- The search with a listing's words (20261125090001_listing_words.sql), and in two steps where words or prices narrow it: at a million
-- listings the planner's one step took a second for a frequent town with a long name.
SET lock_timeout = '5s';

CREATE OR REPLACE FUNCTION search_listings(
    wanted_postcode text,   -- a beginning of postcodes, in capitals; NULL for none
    wanted_outcode  text,   -- a first half; NULL for none
    wanted_words    text[], -- in small letters, letters and digits alone; empty for none
    wanted_type     text,
    min_pence       bigint,
    max_pence       bigint,
    sort            text,   -- NULL for none: to count
    watched         boolean,
    after_place     bigint, -- where the page before ended; NULL for the first
    after_id        bigint,
    at_most         bigint)
    RETURNS TABLE (listing_id bigint, place bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
    AS $$
DECLARE
    own bigint := nullif(current_setting('app.organisation_id', true), '')::bigint;
    person bigint := nullif(current_setting('app.user_id', true), '')::bigint;
    place_sql text := CASE
        WHEN sort IS NULL THEN '0::bigint'
        WHEN sort = 'price-desc' THEN '-coalesce(l.price_pence, 0)'
        WHEN sort = 'yield' THEN '-coalesce(l.yield_hundredths, -1)'
        WHEN sort = 'bedrooms' THEN '-coalesce(l.bedrooms, -1)::bigint'
        ELSE 'coalesce(l.price_pence, 999999999999999)' END;
    -- Of one home in several sources the row that was seen last is shown.
    shown_sql text := 'NOT EXISTS (SELECT FROM listings o
        WHERE o.home_key = l.home_key AND o.organisation_id IN (0, %1$s) AND o.source_key <> l.source_key
          AND o.withdrawn_at IS NULL AND (o.last_seen_at, o.listing_id) > (l.last_seen_at, l.listing_id))';
    price_sql text;
    located text := '';
    priced text := '';
    filters text := '';
    behind text := '';
    range_sql text;
    order_sql text := '';
    in_steps boolean;
    branch bigint;
    word text;
    alike text[];
    alike_sql text;
    found bigint[];
    places bigint[];
    all_found bigint[] := '{}';
    all_places bigint[] := '{}';
BEGIN
    IF own IS NULL THEN
        RETURN;
    END IF;
    shown_sql := format(shown_sql, own);
    -- Every value stands in the text, quoted, so that each search is planned for what it looks for.
    IF wanted_postcode IS NOT NULL THEN
        located := format(' AND l.postcode >= %L AND l.postcode < %L', wanted_postcode, wanted_postcode || '~');
    ELSIF wanted_outcode IS NOT NULL THEN
        located := format(' AND l.outcode = %L', wanted_outcode);
    ELSIF cardinality(wanted_words) > 0 THEN
        FOREACH word IN ARRAY wanted_words LOOP
            alike := listing_words_like(word, own);
            IF cardinality(alike) = 0 THEN
                RETURN;
            END IF;
            SELECT string_agg(format('l.search_text LIKE %L', '%' || one || '%'), ' OR ') INTO alike_sql FROM unnest(alike) AS one;
            located := located || format(' AND (%s)', alike_sql);
        END LOOP;
    END IF;
    IF wanted_type IS NOT NULL THEN
        filters := format(' AND l.listing_type = %L', wanted_type);
    END IF;
    -- As the indexes have prices, so that one of them is the range.
    price_sql := CASE sort WHEN 'price-desc' THEN '-coalesce(l.price_pence, 0)' ELSE 'coalesce(l.price_pence, 999999999999999)' END;
    IF min_pence IS NOT NULL THEN
        priced := priced || ' AND l.price_pence IS NOT NULL'
            || CASE sort WHEN 'price-desc' THEN format(' AND %s <= -%s', price_sql, min_pence)
                         ELSE format(' AND %s >= %s', price_sql, min_pence) END;
    END IF;
    IF max_pence IS NOT NULL THEN
        priced := priced || ' AND l.price_pence IS NOT NULL'
            || CASE sort WHEN 'price-desc' THEN format(' AND %s >= -%s', price_sql, max_pence)
                         ELSE format(' AND %s <= %s', price_sql, max_pence) END;
    END IF;
    IF sort IS NOT NULL THEN
        order_sql := format('ORDER BY %s, l.listing_id', place_sql);
    END IF;
    IF after_id IS NOT NULL THEN
        behind := format(' AND (%s, l.listing_id) > (%s, %s)', place_sql, after_place, after_id);
    END IF;

    IF watched THEN
        RETURN QUERY EXECUTE format(
            'SELECT l.listing_id, (%1$s)::bigint FROM watchlist w JOIN listings l USING (listing_id)
             WHERE w.organisation_id = %2$s AND w.user_id = %3$L AND l.organisation_id IN (0, %2$s) %4$s
             ORDER BY 2, 1 LIMIT %5$s', place_sql, own, person, located || priced || filters || behind, at_most);
        RETURN;
    END IF;
    -- Under row-level security the planner knows nothing of how frequent words are, nor what price and place have to do with each other.
    -- What is frequent fills the page out of the first rows of the order (or the count out of any); what does not is so rare that all of
    -- it is found first and then put in order.
    in_steps := cardinality(wanted_words) > 0
        OR (sort IS NOT NULL AND priced <> '' AND wanted_postcode IS NULL AND wanted_outcode IS NULL);
    -- Own and shared rows each for themselves, so that the order is that of an index.
    FOREACH branch IN ARRAY ARRAY[0, own] LOOP
        found := NULL;
        range_sql := format('l.withdrawn_at IS NULL AND l.organisation_id = %s', branch) || behind;
        IF in_steps THEN
            EXECUTE format(
                'SELECT array_agg(f.listing_id), array_agg(f.place) FROM (
                     SELECT l.listing_id, l.place FROM (
                         SELECT l.listing_id, l.home_key, l.source_key, l.last_seen_at, l.search_text, l.listing_type, l.price_pence,
                             (%1$s)::bigint AS place
                         FROM listings l WHERE %2$s %3$s LIMIT %4$s) AS l
                     WHERE %5$s AND %6$s LIMIT %7$s) AS f',
                place_sql, range_sql || CASE WHEN sort LIKE 'price%' THEN priced ELSE '' END, order_sql,
                CASE WHEN sort IS NULL THEN 20000 ELSE 5000 END, shown_sql, 'true' || located || priced || filters, at_most)
                INTO found, places;
        END IF;
        IF in_steps AND sort IS NOT NULL AND cardinality(found) IS DISTINCT FROM at_most THEN
            EXECUTE format(
                'WITH few AS MATERIALIZED (
                     SELECT l.listing_id, l.home_key, l.source_key, l.last_seen_at, (%1$s)::bigint AS place FROM listings l WHERE %2$s)
                 SELECT array_agg(f.listing_id), array_agg(f.place) FROM (
                     SELECT l.listing_id, l.place FROM few l WHERE %3$s ORDER BY l.place, l.listing_id LIMIT %4$s) AS f',
                place_sql, range_sql || located || priced || filters, shown_sql, at_most)
                INTO found, places;
        ELSIF cardinality(found) IS DISTINCT FROM at_most THEN
            EXECUTE format(
                'SELECT array_agg(f.listing_id), array_agg(f.place) FROM (
                     SELECT l.listing_id, (%1$s)::bigint AS place FROM listings l WHERE %2$s AND %3$s %4$s LIMIT %5$s) AS f',
                place_sql, range_sql || located || priced || filters, shown_sql, order_sql, at_most)
                INTO found, places;
        END IF;
        all_found := all_found || found;
        all_places := all_places || places;
    END LOOP;
    RETURN QUERY SELECT * FROM unnest(all_found, all_places) AS u ORDER BY 2, 1 LIMIT at_most;
END
$$;
