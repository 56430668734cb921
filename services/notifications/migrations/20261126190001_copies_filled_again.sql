-- Copies are filled again by marking their rows: a version below 0 is that of a row which its owner has not told of yet, and such a row is
-- deleted at the end (services/shared/db/src/copies.rs).
SET lock_timeout = '5s';

ALTER TABLE contacts DROP CONSTRAINT contacts_version_ck;
ALTER TABLE members DROP CONSTRAINT members_version_ck;
ALTER TABLE nt_homes DROP CONSTRAINT nt_homes_version_ck;
GRANT DELETE ON contacts, members TO lintel_worker;
