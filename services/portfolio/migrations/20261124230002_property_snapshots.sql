-- Other services fill their copies from the properties of every organisation, by id.
SET lock_timeout = '5s';

CREATE INDEX properties_property_id_idx ON properties (property_id);
