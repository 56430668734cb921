-- Links that make another address the one to sign in with.
SET lock_timeout = '5s';

ALTER TABLE email_tokens
    -- The new address of a link that changes it; null for every other link.
    ADD COLUMN new_email text CONSTRAINT email_tokens_new_email_length CHECK (length(new_email) <= 254),
    DROP CONSTRAINT email_tokens_purpose_known,
    ADD CONSTRAINT email_tokens_purpose_known
        CHECK (purpose IN ('verification', 'password-reset', 'email-change'));
