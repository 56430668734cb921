-- An import is taken back as a whole, as far as nobody has changed what it added.
SET LOCAL lock_timeout = '800ms';

-- The import that added it, and the version at which it left it.
ALTER TABLE tenancies ADD COLUMN tenant_import_id bigint, ADD COLUMN imported_version bigint;
