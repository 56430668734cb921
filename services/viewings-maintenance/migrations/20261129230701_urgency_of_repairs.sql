-- Tenants answer what makes a repair urgent; null where it was not asked or not answered.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE maintenance_requests ADD COLUMN no_heating_or_hot_water boolean, ADD COLUMN water_coming_in boolean,
    ADD COLUMN person_at_risk boolean;
