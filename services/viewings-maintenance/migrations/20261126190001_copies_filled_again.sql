-- Copies are filled again by marking their rows: a version below 0 is that of a row which its owner has not told of yet, and such a row is
-- deleted at the end (services/shared/db/src/copies.rs).
SET lock_timeout = '5s';

ALTER TABLE vm_homes DROP CONSTRAINT vm_homes_version_check;
ALTER TABLE vm_inspections DROP CONSTRAINT vm_inspections_version_check;
ALTER TABLE vm_tenants DROP CONSTRAINT vm_tenants_version_check;
ALTER TABLE vm_accounts DROP CONSTRAINT vm_accounts_version_check;
ALTER TABLE vm_organisations DROP CONSTRAINT vm_organisations_version_check;
ALTER TABLE vm_members DROP CONSTRAINT vm_members_version_check;
GRANT DELETE ON vm_homes, vm_inspections, vm_tenants, vm_accounts, vm_organisations, vm_members TO lintel_worker;
