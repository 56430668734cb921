-- News in Lintel itself, behind the bell; who is told what by address and by grade; and what waits for a digest.
SET lock_timeout = '5s';

CREATE TABLE news (
    news_id         bigint      GENERATED ALWAYS AS IDENTITY CONSTRAINT news_pk PRIMARY KEY,
    user_id         bigint      NOT NULL,
    -- For which organisation it is told; null for what belongs to the account alone.
    organisation_id bigint,
    -- What told it; a second telling is the same news.
    dedupe_key      text        NOT NULL,
    kind            text        NOT NULL,
    fact            text        NOT NULL,
    -- Title, text and where it leads, sealed under this service's key.
    sealed          bytea       NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    read_at         timestamptz,

    CONSTRAINT news_dedupe_key_uq UNIQUE (user_id, dedupe_key),
    CONSTRAINT news_kind_ck CHECK (kind IN ('certificate', 'inspection', 'application', 'reference', 'document', 'viewing',
        'maintenance', 'listing', 'member', 'security', 'delivery', 'backup'))
);
CREATE INDEX news_user_id_idx ON news (user_id, news_id DESC);
CREATE INDEX news_unread_idx ON news (user_id) WHERE read_at IS NULL;
CREATE INDEX news_created_at_idx ON news (created_at);
CREATE INDEX news_organisation_id_idx ON news (organisation_id, user_id) WHERE organisation_id IS NOT NULL;

-- The version of what one account sees behind the bell: it grows with each change.
CREATE TABLE inboxes (
    user_id bigint CONSTRAINT inboxes_pk PRIMARY KEY,
    version bigint NOT NULL DEFAULT 1 CONSTRAINT inboxes_version_ck CHECK (version >= 1)
);

-- What an account gets in its next digest instead of a mail of its own.
CREATE TABLE digest_items (
    digest_item_id  bigint      GENERATED ALWAYS AS IDENTITY CONSTRAINT digest_items_pk PRIMARY KEY,
    user_id         bigint      NOT NULL,
    organisation_id bigint,
    dedupe_key      text        NOT NULL,
    fact            text        NOT NULL,
    -- Title and where it leads, sealed under this service's key.
    sealed          bytea       NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT digest_items_dedupe_key_uq UNIQUE (user_id, dedupe_key)
);
CREATE INDEX digest_items_user_id_idx ON digest_items (user_id, digest_item_id);
CREATE INDEX digest_items_organisation_id_idx ON digest_items (organisation_id, user_id) WHERE organisation_id IS NOT NULL;

-- The digests of each account, one for a moment at which it is to be sent. What is over stays for a while: it is not sent again.
CREATE TABLE digests (
    user_id  bigint      NOT NULL,
    due_at   timestamptz NOT NULL,
    ended_at timestamptz,

    CONSTRAINT digests_pk PRIMARY KEY (user_id, due_at)
);
CREATE INDEX digests_due_idx ON digests (due_at) WHERE ended_at IS NULL;
CREATE INDEX digests_ended_at_idx ON digests (ended_at) WHERE ended_at IS NOT NULL;

-- An account is found by its verified address without the address being readable: HMAC-SHA-256 under a key of this service.
ALTER TABLE contacts ADD COLUMN address_digest bytea
    CONSTRAINT contacts_address_digest_ck CHECK (length(address_digest) = 32);
CREATE INDEX contacts_address_digest_idx ON contacts (address_digest) WHERE address_digest IS NOT NULL;

-- Owners alone hear of members who come and go. Null where the membership was told of before its grade was kept.
ALTER TABLE members ADD COLUMN grade text
    CONSTRAINT members_grade_ck CHECK (grade IN ('Owner', 'Manager', 'Viewer'));

-- Identity is asked again for all of them: what is new about a contact is in no event of before.
DELETE FROM filled_contacts;

ALTER TABLE news ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY news_app ON news TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY news_worker ON news TO lintel_worker USING (true);
ALTER TABLE inboxes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY inboxes_app ON inboxes TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY inboxes_worker ON inboxes TO lintel_worker USING (true);
ALTER TABLE digest_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY digest_items_worker ON digest_items TO lintel_worker USING (true);
ALTER TABLE digests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY digests_worker ON digests TO lintel_worker USING (true);

GRANT SELECT, UPDATE (read_at) ON news TO lintel_app;
GRANT SELECT, INSERT, UPDATE ON inboxes TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON news, inboxes, digest_items, digests TO lintel_worker;
