-- Copies are filled again by marking their rows: a version below 0 is that of a row which its owner has not told of yet, and such a row is
-- deleted at the end (services/shared/db/src/copies.rs).
SET lock_timeout = '5s';

ALTER TABLE homes DROP CONSTRAINT homes_version_check;
ALTER TABLE accounts DROP CONSTRAINT accounts_version_check;
ALTER TABLE organisation_names DROP CONSTRAINT organisation_names_version_check;
GRANT DELETE ON homes, accounts, organisation_names TO lintel_worker;
