-- Tokens of invites, private links to applications, references and signers stand in link_tokens besides their own rows; those that were
-- sent before keep working.
SET LOCAL lock_timeout = '800ms';

-- Shown to the erasure of deleted organisations alone.
CREATE POLICY link_tokens_gone ON link_tokens FOR DELETE TO CURRENT_USER USING (is_gone(organisation_id));

CREATE TRIGGER invites_link AFTER INSERT OR UPDATE OF token_hash, expires_at ON invites
    FOR EACH ROW EXECUTE FUNCTION link_was_sent('invite', 'invite_id');
CREATE TRIGGER applications_link AFTER INSERT OR UPDATE OF token_hash ON applications
    FOR EACH ROW EXECUTE FUNCTION link_was_sent('status', 'application_id');
-- Added with a hash that is nobody's, and sent in the next statement.
CREATE TRIGGER reference_requests_link AFTER UPDATE OF token_hash, expires_at ON reference_requests
    FOR EACH ROW EXECUTE FUNCTION link_was_sent('reference', 'reference_id');
CREATE TRIGGER agreement_signers_link AFTER INSERT OR UPDATE OF token_hash, expires_at ON agreement_signers
    FOR EACH ROW EXECUTE FUNCTION link_was_sent('signer', 'signer_id');

CREATE TRIGGER invites_link_gone AFTER DELETE ON invites
    FOR EACH ROW EXECUTE FUNCTION link_is_gone('invite', 'invite_id');
CREATE TRIGGER application_drafts_link_gone AFTER DELETE ON application_drafts
    FOR EACH ROW EXECUTE FUNCTION link_is_gone('draft', 'draft_id');
CREATE TRIGGER applications_link_gone AFTER DELETE ON applications
    FOR EACH ROW EXECUTE FUNCTION link_is_gone('status', 'application_id');
CREATE TRIGGER reference_requests_link_gone AFTER DELETE ON reference_requests
    FOR EACH ROW EXECUTE FUNCTION link_is_gone('reference', 'reference_id');
CREATE TRIGGER agreement_signers_link_gone AFTER DELETE ON agreement_signers
    FOR EACH ROW EXECUTE FUNCTION link_is_gone('signer', 'signer_id');

-- Its owner sees no half-filled form otherwise.
ALTER TABLE application_drafts NO FORCE ROW LEVEL SECURITY;
INSERT INTO link_tokens (organisation_id, purpose, subject_id, generation, token_hash, made_at, expires_at)
    SELECT organisation_id, 'invite', invite_id, 1, token_hash, created_at, expires_at FROM invites
    UNION ALL
    SELECT organisation_id, 'status', application_id, 1, token_hash, created_at, NULL FROM applications
    UNION ALL
    SELECT organisation_id, kind, reference_id, generation, token_hash, sent_at, expires_at FROM reference_requests
    UNION ALL
    SELECT organisation_id, 'signer', signer_id, 1, token_hash, sent_at, expires_at FROM agreement_signers WHERE token_hash IS NOT NULL
    UNION ALL
    -- A mailed link of before held the token of the browser that asked for it. It goes on working, once, and then leads to a new one.
    SELECT organisation_id, 'draft', draft_id, 1, token_hash, updated_at, expires_at FROM application_drafts
    WHERE application_id IS NULL;
ALTER TABLE application_drafts FORCE ROW LEVEL SECURITY;

-- Grows with each token of a signer. The first was made of the signer's number alone.
ALTER TABLE agreement_signers ADD COLUMN generation integer NOT NULL DEFAULT 0 CHECK (generation >= 0);
