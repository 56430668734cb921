-- A link to a half-filled form that a program of the release before mails holds its browser's token: that stands among the links, too.
SET LOCAL lock_timeout = '800ms';

-- Programs of this release make a token for each mail, keep it in link_tokens themselves, and say so here.
ALTER TABLE draft_mails ADD COLUMN has_own_link boolean NOT NULL DEFAULT false;

-- Runs as whoever mails, because the owner of the tables sees no half-filled form.
CREATE FUNCTION draft_was_mailed() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
    AS $$
DECLARE
    its_hash bytea;
    its_end timestamptz;
    latest integer;
BEGIN
    SELECT d.token_hash, least(i.expires_at, NEW.sent_at + interval '30 days') INTO STRICT its_hash, its_end
    FROM public.application_drafts d JOIN public.invites i USING (organisation_id, invite_id)
    WHERE d.organisation_id = NEW.organisation_id AND d.draft_id = NEW.draft_id;
    SELECT coalesce(max(generation), 0) INTO latest FROM public.link_tokens
    WHERE organisation_id = NEW.organisation_id AND purpose = 'draft' AND subject_id = NEW.draft_id;
    UPDATE public.link_tokens SET expires_at = its_end, generation = CASE generation WHEN latest THEN latest ELSE latest + 1 END
    WHERE organisation_id = NEW.organisation_id AND purpose = 'draft' AND subject_id = NEW.draft_id AND token_hash = its_hash;
    IF NOT FOUND THEN
        INSERT INTO public.link_tokens (organisation_id, purpose, subject_id, generation, token_hash, expires_at)
        VALUES (NEW.organisation_id, 'draft', NEW.draft_id, latest + 1, its_hash, its_end);
    END IF;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION draft_was_mailed FROM PUBLIC;

CREATE TRIGGER draft_mails_link AFTER INSERT ON draft_mails
    FOR EACH ROW WHEN (NOT NEW.has_own_link) EXECUTE FUNCTION draft_was_mailed();
