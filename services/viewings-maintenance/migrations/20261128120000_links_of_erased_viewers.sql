-- Links of viewers who were erased before their erasing ended them.
SET LOCAL lock_timeout = '800ms';

-- whole table: only links of viewers whose details are gone, and those were erased since link_tokens was made, in the release before.
UPDATE link_tokens SET expires_at = now()
WHERE purpose = 'viewer' AND expires_at IS NULL AND EXISTS (
    SELECT FROM viewings
    WHERE viewings.organisation_id = link_tokens.organisation_id AND viewing_id = subject_id AND viewings.token_hash IS NULL);
