-- Every token of a private link that was ever sent, of whatever kind, in one shape: so a link that ended is told from one that nobody
-- made, and what a link may do is asked of its subject at each use. The token itself is not here, its SHA-256 alone.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE link_tokens (
    link_token_id   bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    -- The kind of link, which is also the kind of row that subject_id names.
    purpose         text NOT NULL CHECK (char_length(purpose) BETWEEN 1 AND 30),
    subject_id      bigint NOT NULL,
    -- Grows with each new token of a subject: the last alone works.
    generation      integer NOT NULL CHECK (generation >= 1),
    token_hash      bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    made_at         timestamptz NOT NULL DEFAULT now(),
    -- Null where the subject alone says when it ends.
    expires_at      timestamptz,
    -- When a link that works once was used.
    used_at         timestamptz,

    CONSTRAINT link_tokens_pk PRIMARY KEY (organisation_id, link_token_id),
    CONSTRAINT link_tokens_organisation_id_purpose_subject_id_generation_uq UNIQUE (organisation_id, purpose, subject_id, generation)
);
-- Before anybody is known a token finds its row.
CREATE INDEX link_tokens_token_hash_idx ON link_tokens (token_hash);
CREATE INDEX link_tokens_expires_at_idx ON link_tokens (expires_at);

ALTER TABLE link_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE link_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY link_tokens_app ON link_tokens TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY link_tokens_worker ON link_tokens TO lintel_worker USING (true);
-- The functions below run as the owner of the table.
CREATE POLICY link_tokens_found ON link_tokens FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY link_tokens_kept ON link_tokens FOR INSERT TO CURRENT_USER WITH CHECK (true);
CREATE POLICY link_tokens_ended ON link_tokens FOR UPDATE TO CURRENT_USER USING (true);
GRANT SELECT, INSERT, UPDATE ON link_tokens TO lintel_app;
GRANT SELECT, DELETE ON link_tokens TO lintel_worker;

-- A token resolves to its kind, the organisation and the row, and whether it is that row's last; to nothing else.
CREATE FUNCTION link_of_token(wanted bytea, OUT link bigint, OUT purpose text, OUT organisation bigint, OUT subject bigint,
                              OUT is_last boolean, OUT expires_at timestamptz, OUT used_at timestamptz)
    RETURNS SETOF record
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT t.link_token_id, t.purpose, t.organisation_id, t.subject_id, NOT EXISTS (
                   SELECT FROM public.link_tokens later
                   WHERE later.organisation_id = t.organisation_id AND later.purpose = t.purpose
                     AND later.subject_id = t.subject_id AND later.generation > t.generation),
               t.expires_at, t.used_at
        FROM public.link_tokens t WHERE t.token_hash = wanted
    $$;
REVOKE ALL ON FUNCTION link_of_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION link_of_token TO lintel_app;

-- Keeps the token of a row whose columns token_hash and, where there is one, expires_at were written. A trigger does it, because
-- programs of the release before write the same rows. Arguments: the purpose ('reference': what the column kind says), and the column
-- of the subject's id.
CREATE FUNCTION link_was_sent() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    sent jsonb := to_jsonb(NEW);
    its_purpose text := CASE TG_ARGV[0] WHEN 'reference' THEN sent ->> 'kind' ELSE TG_ARGV[0] END;
    its_subject bigint := (sent ->> TG_ARGV[1])::bigint;
    its_hash bytea := (sent ->> 'token_hash')::bytea;
    its_end timestamptz := (sent ->> 'expires_at')::timestamptz;
BEGIN
    IF its_hash IS NULL THEN
        RETURN NULL;
    END IF;
    UPDATE public.link_tokens SET expires_at = its_end
    WHERE organisation_id = NEW.organisation_id AND purpose = its_purpose AND subject_id = its_subject AND token_hash = its_hash;
    IF NOT FOUND THEN
        INSERT INTO public.link_tokens (organisation_id, purpose, subject_id, generation, token_hash, expires_at)
        SELECT NEW.organisation_id, its_purpose, its_subject, coalesce(max(generation), 0) + 1, its_hash, its_end
        FROM public.link_tokens
        WHERE organisation_id = NEW.organisation_id AND purpose = its_purpose AND subject_id = its_subject;
    END IF;
    RETURN NULL;
END
$$;

-- Ends the tokens of a row that is deleted. They stay a while, to be told from what nobody made. Arguments as above.
CREATE FUNCTION link_is_gone() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    gone jsonb := to_jsonb(OLD);
    its_purpose text := CASE TG_ARGV[0] WHEN 'reference' THEN gone ->> 'kind' ELSE TG_ARGV[0] END;
BEGIN
    UPDATE public.link_tokens SET expires_at = least(expires_at, now())
    WHERE organisation_id = OLD.organisation_id AND purpose = its_purpose AND subject_id = (gone ->> TG_ARGV[1])::bigint;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION link_was_sent, link_is_gone FROM PUBLIC;
