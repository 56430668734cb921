-- Who applies twice for one home is answered like everybody: with a number. It is one of the sequence, so that it tells nothing.
SET LOCAL lock_timeout = '800ms';

CREATE FUNCTION spare_application_number() RETURNS bigint
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$ SELECT nextval(pg_get_serial_sequence('public.applications', 'application_id')) $$;
REVOKE ALL ON FUNCTION spare_application_number FROM PUBLIC;
GRANT EXECUTE ON FUNCTION spare_application_number TO lintel_app;
