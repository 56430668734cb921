-- What decides which certificates a home needs, as the landlord says it: null where nobody has. And the rent of its tenancies, which wins
-- over the typed one while it is let.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE properties
    ADD COLUMN gas boolean,
    ADD COLUMN furnishing text,
    ADD COLUMN shared boolean,
    ADD COLUMN storeys integer,
    ADD COLUMN most_residents integer,
    ADD COLUMN licensing_area text,
    ADD COLUMN let_rent numeric(12, 2);
ALTER TABLE properties ADD CONSTRAINT properties_furnishing_ck
    CHECK (furnishing IN ('Furnished', 'Part Furnished', 'Unfurnished')) NOT VALID;
ALTER TABLE properties ADD CONSTRAINT properties_storeys_ck CHECK (storeys BETWEEN 1 AND 99) NOT VALID;
ALTER TABLE properties ADD CONSTRAINT properties_most_residents_ck CHECK (most_residents BETWEEN 1 AND 999) NOT VALID;
ALTER TABLE properties ADD CONSTRAINT properties_licensing_area_ck
    CHECK (licensing_area IN ('None', 'Additional', 'Selective')) NOT VALID;
ALTER TABLE properties ADD CONSTRAINT properties_let_rent_ck CHECK (let_rent BETWEEN 0 AND 9999999999.99) NOT VALID;
