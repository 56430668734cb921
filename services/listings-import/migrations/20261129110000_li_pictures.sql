-- Pictures of listings as they were fetched, so that each is fetched once and not at every view.
SET LOCAL lock_timeout = '800ms';

-- Unlogged: what a crash of the server loses is fetched again.
CREATE UNLOGGED TABLE li_pictures (
    -- SHA-256 of the address.
    address_digest bytea CONSTRAINT li_pictures_pk PRIMARY KEY CHECK (octet_length(address_digest) = 32),
    -- NULL where the address gave none: it is not asked again for a while.
    media_type     text CONSTRAINT li_pictures_media_type_ck CHECK (media_type IN ('image/jpeg', 'image/png')),
    content        bytea CHECK (octet_length(content) BETWEEN 1 AND 4000000),
    size_bytes     integer NOT NULL GENERATED ALWAYS AS (coalesce(octet_length(content), 0)) STORED,
    fetched_at     timestamptz NOT NULL,
    -- To the day.
    used_at        timestamptz NOT NULL,

    CONSTRAINT li_pictures_content_ck CHECK ((content IS NULL) = (media_type IS NULL))
);
-- It cannot be compressed any further.
ALTER TABLE li_pictures ALTER COLUMN content SET STORAGE EXTERNAL;

-- The rows belong to nobody: whoever asks for one names an address that stands in a listing of their own or a shared one, which is
-- checked before, and what lies at an address on the internet is the same for everybody.
ALTER TABLE li_pictures ENABLE ROW LEVEL SECURITY;
ALTER TABLE li_pictures FORCE ROW LEVEL SECURITY;
CREATE POLICY li_pictures_app ON li_pictures TO lintel_app USING (true);
CREATE POLICY li_pictures_worker ON li_pictures TO lintel_worker USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON li_pictures TO lintel_app;
GRANT SELECT, UPDATE, DELETE ON li_pictures TO lintel_worker;
