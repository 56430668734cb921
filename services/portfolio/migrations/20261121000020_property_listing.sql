-- Searching and sorting the list (ListProperties).
SET lock_timeout = '5s';

-- What a search looks through. A trigram index over it would never be used: row-level security lets no operator that is not
-- leakproof, which LIKE is not, see a row before the policy has; so a search reads its organisation's rows, which the indexes
-- below hold together (docs/decisions.md has the figures).
ALTER TABLE properties ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS
    (lower(name || E'\n' || address || E'\n' || postcode || E'\n' || replace(postcode, ' ', ''))) STORED;

CREATE INDEX properties_organisation_id_name_property_id_idx
    ON properties (organisation_id, lower(name), property_id);
CREATE INDEX properties_organisation_id_monthly_rent_property_id_idx
    ON properties (organisation_id, monthly_rent, property_id);
CREATE INDEX properties_organisation_id_current_value_property_id_idx
    ON properties (organisation_id, coalesce(current_value, -1), property_id);

-- The rule of figures.rs (derived_status), for choosing by it; a test holds both together.
CREATE FUNCTION derived_status(organisation bigint, property bigint, property_type text, stored text) RETURNS text
LANGUAGE sql STABLE
RETURN CASE
    WHEN property_type = 'HMO' THEN coalesce(
        (SELECT CASE
             WHEN bool_and(rooms.is_occupied) THEN 'Occupied'
             WHEN bool_or(rooms.is_occupied) THEN 'Partially Occupied'
             WHEN count(*) > 0 THEN 'Vacant'
         END
         FROM rooms
         WHERE rooms.organisation_id = organisation AND rooms.property_id = property),
        stored)
    ELSE stored
END;
