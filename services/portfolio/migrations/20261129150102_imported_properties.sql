-- An import is taken back as a whole, as far as nobody has changed what it added.
SET LOCAL lock_timeout = '800ms';

-- The import that added it.
ALTER TABLE properties ADD COLUMN property_import_id bigint;
