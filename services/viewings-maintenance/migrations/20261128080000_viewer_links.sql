-- Tokens of viewers stand in link_tokens besides their viewings; those that were sent before keep working.
SET LOCAL lock_timeout = '800ms';

-- Shown to the erasure of deleted organisations alone.
CREATE POLICY link_tokens_viewings_gone ON link_tokens FOR DELETE TO CURRENT_USER USING (vm_is_gone(organisation_id));

CREATE TRIGGER viewings_link AFTER INSERT OR UPDATE OF token_hash ON viewings
    FOR EACH ROW EXECUTE FUNCTION link_was_sent('viewer', 'viewing_id');
CREATE TRIGGER viewings_link_gone AFTER DELETE ON viewings
    FOR EACH ROW EXECUTE FUNCTION link_is_gone('viewer', 'viewing_id');

INSERT INTO link_tokens (organisation_id, purpose, subject_id, generation, token_hash, made_at, expires_at)
    SELECT organisation_id, 'viewer', viewing_id, 1, token_hash, created_at, NULL FROM viewings WHERE token_hash IS NOT NULL;
