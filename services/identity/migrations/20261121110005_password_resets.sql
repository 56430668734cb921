-- Links that set a new password are mailed tokens with a purpose of their own.
SET lock_timeout = '5s';

ALTER TABLE email_tokens
    DROP CONSTRAINT email_tokens_purpose_known,
    ADD CONSTRAINT email_tokens_purpose_known CHECK (purpose IN ('verification', 'password-reset'));
