-- Text messages go to numbers whose owners have shown that they are theirs.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE phones (
    user_id         bigint      CONSTRAINT phones_pk PRIMARY KEY,
    -- The number, as a keyed digest: another one in the settings is not verified.
    number_digest   bytea       NOT NULL CONSTRAINT phones_number_digest_ck CHECK (length(number_digest) = 32),
    verified_at     timestamptz,
    -- The code that was sent, under a key outside the database; null once it was used or spoilt.
    code_hash       bytea       CONSTRAINT phones_code_hash_ck CHECK (length(code_hash) = 32),
    code_sent_at    timestamptz,
    tries           integer     NOT NULL DEFAULT 0
);

-- Codes of the last day, so that nobody floods a phone.
CREATE TABLE phone_codes (
    phone_code_id bigint      GENERATED ALWAYS AS IDENTITY CONSTRAINT phone_codes_pk PRIMARY KEY,
    user_id       bigint      NOT NULL,
    number_digest bytea       NOT NULL,
    sent_at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX phone_codes_user_id_idx ON phone_codes (user_id, sent_at);
CREATE INDEX phone_codes_number_digest_idx ON phone_codes (number_digest, sent_at);
CREATE INDEX phone_codes_sent_at_idx ON phone_codes (sent_at);

-- What an account may do with its own is decided by the program: its contact, too, is the worker's to read.
ALTER TABLE phones ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY phones_worker ON phones TO lintel_worker USING (true);
ALTER TABLE phone_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY phone_codes_worker ON phone_codes TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON phones, phone_codes TO lintel_worker;
