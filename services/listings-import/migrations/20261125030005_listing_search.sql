-- The search. Row-level security keeps LIKE and word similarity from using trigram indexes, because they are not leakproof (645 ms
-- instead of 7.5 at a million rows, design/libraries.md section 14). So the search is a function of the tables' owner, whose policies
-- are `true`. It answers numbers alone and takes the organisation and the person from the settings that row-level security reads, not
-- from its caller; the rows are then read under row-level security.
SET lock_timeout = '5s';

-- The setting below is known only once the extension's library is loaded.
SELECT word_similarity('', '');

CREATE FUNCTION search_listings(
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
    SET pg_trgm.word_similarity_threshold = 0.5
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
    price_sql text;
    located text := '';
    filters text := '';
    branch text;
    branches text[] := '{}';
    word text;
    is_there boolean;
BEGIN
    IF own IS NULL THEN
        RETURN;
    END IF;
    -- Every value stands in the text, quoted, so that each search is planned for what it looks for.
    IF wanted_postcode IS NOT NULL THEN
        located := format(' AND l.postcode >= %L AND l.postcode < %L', wanted_postcode, wanted_postcode || '~');
    ELSIF wanted_outcode IS NOT NULL THEN
        located := format(' AND l.outcode = %L', wanted_outcode);
    ELSIF cardinality(wanted_words) > 0 THEN
        FOREACH word IN ARRAY wanted_words LOOP
            located := located || format(' AND l.search_text LIKE %L', '%' || word || '%');
        END LOOP;
        EXECUTE 'SELECT EXISTS (SELECT FROM listings l WHERE l.withdrawn_at IS NULL AND l.organisation_id = ANY ($1)' || located || ')'
            INTO is_there USING ARRAY[0, own];
        -- Nothing has these words: those that are like them.
        IF NOT is_there THEN
            located := format(' AND %L <%% l.search_text', array_to_string(wanted_words, ' '));
        END IF;
    END IF;
    IF wanted_type IS NOT NULL THEN
        filters := filters || format(' AND l.listing_type = %L', wanted_type);
    END IF;
    -- As the indexes have prices, so that one of them is the range.
    price_sql := CASE sort WHEN 'price-desc' THEN '-coalesce(l.price_pence, 0)' ELSE 'coalesce(l.price_pence, 999999999999999)' END;
    IF min_pence IS NOT NULL THEN
        filters := filters || ' AND l.price_pence IS NOT NULL'
            || CASE sort WHEN 'price-desc' THEN format(' AND %s <= -%s', price_sql, min_pence)
                         ELSE format(' AND %s >= %s', price_sql, min_pence) END;
    END IF;
    IF max_pence IS NOT NULL THEN
        filters := filters || ' AND l.price_pence IS NOT NULL'
            || CASE sort WHEN 'price-desc' THEN format(' AND %s >= -%s', price_sql, max_pence)
                         ELSE format(' AND %s <= %s', price_sql, max_pence) END;
    END IF;
    IF after_id IS NOT NULL THEN
        filters := filters || format(' AND (%s, l.listing_id) > (%s, %s)', place_sql, after_place, after_id);
    END IF;

    IF watched THEN
        RETURN QUERY EXECUTE format(
            'SELECT l.listing_id, (%1$s)::bigint FROM watchlist w JOIN listings l USING (listing_id)
             WHERE w.organisation_id = %2$s AND w.user_id = %3$L AND l.organisation_id IN (0, %2$s) %4$s %5$s
             ORDER BY 2, 1 LIMIT %6$s', place_sql, own, person, located, filters, at_most);
        RETURN;
    END IF;
    -- Own and shared rows each in the order of an index. Of one home in several sources the row that was seen last is shown.
    FOREACH branch IN ARRAY ARRAY['0', own::text] LOOP
        branches := branches || format(
            '(SELECT l.listing_id, (%1$s)::bigint AS place FROM listings l
              WHERE l.withdrawn_at IS NULL AND l.organisation_id = %2$s %3$s %4$s
                AND NOT EXISTS (SELECT FROM listings o
                    WHERE o.home_key = l.home_key AND o.organisation_id IN (0, %5$s) AND o.source_key <> l.source_key
                      AND o.withdrawn_at IS NULL AND (o.last_seen_at, o.listing_id) > (l.last_seen_at, l.listing_id))
              %6$s LIMIT %7$s)', place_sql, branch, located, filters, own,
            CASE WHEN sort IS NULL THEN '' ELSE format('ORDER BY %s, l.listing_id', place_sql) END, at_most);
    END LOOP;
    RETURN QUERY EXECUTE format('SELECT u.listing_id, u.place FROM (%s) u ORDER BY 2, 1 LIMIT %s',
        array_to_string(branches, ' UNION ALL '), at_most);
END
$$;
REVOKE ALL ON FUNCTION search_listings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_listings TO lintel_app;
