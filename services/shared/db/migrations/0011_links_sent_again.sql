-- A token that is sent once more is its row's last again, and a row whose token is taken away has no link that goes on.
SET LOCAL lock_timeout = '800ms';

-- As in 0010, and: a program of the release before sends a signer the same token each time, also after this release has sent another.
-- A hash that becomes NULL (a viewer is erased) ends the links of its row, so that they are forgotten in their time.
CREATE OR REPLACE FUNCTION link_was_sent() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    sent jsonb := to_jsonb(NEW);
    its_purpose text := CASE TG_ARGV[0] WHEN 'reference' THEN sent ->> 'kind' ELSE TG_ARGV[0] END;
    its_subject bigint := (sent ->> TG_ARGV[1])::bigint;
    its_hash bytea := (sent ->> 'token_hash')::bytea;
    its_end timestamptz := (sent ->> 'expires_at')::timestamptz;
    latest integer;
BEGIN
    IF its_hash IS NULL THEN
        UPDATE public.link_tokens SET expires_at = least(expires_at, now())
        WHERE organisation_id = NEW.organisation_id AND purpose = its_purpose AND subject_id = its_subject;
        RETURN NULL;
    END IF;
    SELECT coalesce(max(generation), 0) INTO latest FROM public.link_tokens
    WHERE organisation_id = NEW.organisation_id AND purpose = its_purpose AND subject_id = its_subject;
    UPDATE public.link_tokens SET expires_at = its_end, generation = CASE generation WHEN latest THEN latest ELSE latest + 1 END
    WHERE organisation_id = NEW.organisation_id AND purpose = its_purpose AND subject_id = its_subject AND token_hash = its_hash;
    IF NOT FOUND THEN
        INSERT INTO public.link_tokens (organisation_id, purpose, subject_id, generation, token_hash, expires_at)
        VALUES (NEW.organisation_id, its_purpose, its_subject, latest + 1, its_hash, its_end);
    END IF;
    RETURN NULL;
END
$$;
