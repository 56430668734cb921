-- Who is responsible for a property: who added it, as its history says. New maintenance requests may be assigned to them.
SET lock_timeout = '5s';

ALTER TABLE properties ADD COLUMN responsible_user_id bigint;

UPDATE properties SET responsible_user_id = property_history.changed_by
FROM property_history
WHERE property_history.organisation_id = properties.organisation_id
    AND property_history.property_id = properties.property_id AND property_history.version = 1;
