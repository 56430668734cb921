-- How often the properties of an import are inspected: as the settings of whoever imports them say.
SET lock_timeout = '5s';

ALTER TABLE property_imports
    ADD COLUMN inspection_frequency_months integer NOT NULL DEFAULT 6 CHECK (inspection_frequency_months IN (3, 6, 12));
