-- The words of listings' addresses, so that a misspelt one is looked for among some thousand words and not in every listing: over a
-- million listings a town in which there is nothing took eight seconds, and a misspelt one with many homes a tenth of one.
SET lock_timeout = '5s';

CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- The settings below are known only once the extension's library is loaded.
SELECT word_similarity('', '');

CREATE TABLE listing_words (
    organisation_id bigint NOT NULL CHECK (organisation_id >= 0),
    -- In small letters, three to a hundred characters; a word stays when the last listing with it goes.
    known           text COLLATE "C" NOT NULL CHECK (char_length(known) BETWEEN 3 AND 100),
    CONSTRAINT listing_words_pk PRIMARY KEY (organisation_id, known)
);
INSERT INTO listing_words (organisation_id, known)
    SELECT DISTINCT organisation_id, word FROM listings CROSS JOIN string_to_table(search_text, ' ') AS word
    WHERE char_length(word) BETWEEN 3 AND 100;
CREATE INDEX listing_words_known_idx ON listing_words USING gin (known gin_trgm_ops);

ALTER TABLE listing_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_words FORCE ROW LEVEL SECURITY;
CREATE POLICY listing_words_worker ON listing_words TO lintel_worker USING (true);
-- The search runs as the owner.
CREATE POLICY listing_words_owner ON listing_words FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY listing_words_gone ON listing_words TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT, INSERT ON listing_words TO lintel_worker;

-- What is looked for in place of a word: itself, where some word has it in it; else, of the words with enough of its letters one after
-- the other, those with the fewest letters that differ, three at most. Numbers, and what is very short, are like nothing else.
CREATE FUNCTION listing_words_like(wanted text, own bigint) RETURNS text[]
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp
    SET pg_trgm.similarity_threshold = 0.3
    SET pg_trgm.word_similarity_threshold = 0.5
    -- The planner thinks little of the trigrams of so small a table, and compares every word.
    SET enable_seqscan = off
    SET enable_indexscan = off
    SET enable_indexonlyscan = off
    AS $$
BEGIN
    IF wanted ~ '[0-9]' OR char_length(wanted) < 3
        OR EXISTS (SELECT FROM listing_words WHERE organisation_id IN (0, own) AND known LIKE '%' || wanted || '%') THEN
        RETURN ARRAY[wanted];
    END IF;
    RETURN ARRAY(
        SELECT known FROM (
            SELECT known, rank() OVER (ORDER BY levenshtein(known, wanted)) AS place FROM listing_words
            WHERE organisation_id IN (0, own) AND (known % wanted OR wanted <% known) GROUP BY known) AS near
        WHERE place = 1 ORDER BY similarity(known, wanted) DESC, known LIMIT 3);
END
$$;
REVOKE ALL ON FUNCTION listing_words_like FROM PUBLIC;
