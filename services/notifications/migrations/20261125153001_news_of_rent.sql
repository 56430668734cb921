-- News of rent is a kind of its own.
SET lock_timeout = '5s';

ALTER TABLE news
    DROP CONSTRAINT news_kind_ck,
    ADD CONSTRAINT news_kind_ck CHECK (kind IN ('certificate', 'inspection', 'application', 'reference', 'document', 'viewing',
        'maintenance', 'listing', 'member', 'security', 'delivery', 'backup', 'rent'));
