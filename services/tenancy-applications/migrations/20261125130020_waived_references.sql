-- A landlord may say that a reference which was asked for is not needed, and why. Its link is dead then.
SET lock_timeout = '5s';

ALTER TABLE reference_requests
    ADD COLUMN waived_at timestamptz,
    ADD COLUMN waive_reason text CHECK (char_length(waive_reason) BETWEEN 2 AND 500),
    ADD CONSTRAINT reference_requests_waived_ck
        CHECK ((waived_at IS NULL) = (waive_reason IS NULL) AND (waived_at IS NULL OR sealed_answer IS NULL));
