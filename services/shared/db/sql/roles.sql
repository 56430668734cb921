-- The roles of one service: run by a superuser, as often as wanted. {{key}} (the service's name with _ for -) and the passwords of its
-- three logins are filled in by the caller.
-- lintel_app and lintel_worker are groups that exist once in a cluster; migrations grant to them and never name a login.
DO $$
DECLARE
    login text;
BEGIN
    -- Roles belong to the whole cluster; sessions that make or change the same one at the same moment would fail.
    PERFORM pg_advisory_xact_lock(5078345);
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lintel_app') THEN
        CREATE ROLE lintel_app NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lintel_worker') THEN
        CREATE ROLE lintel_worker NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{key}}_owner') THEN
        CREATE ROLE {{key}}_owner LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{key}}_app') THEN
        CREATE ROLE {{key}}_app LOGIN IN ROLE lintel_app;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{key}}_worker') THEN
        CREATE ROLE {{key}}_worker LOGIN IN ROLE lintel_worker;
    END IF;
    ALTER ROLE {{key}}_owner PASSWORD '{{owner_password}}';
    ALTER ROLE {{key}}_app PASSWORD '{{app_password}}';
    ALTER ROLE {{key}}_worker PASSWORD '{{worker_password}}';
    -- A statement that fails leaves what it was, and never what it held, in the server's log: details and context quote rows. Also on a
    -- server that was set up by somebody else; none of this can be set by the roles themselves.
    FOREACH login IN ARRAY ARRAY['{{key}}_owner', '{{key}}_app', '{{key}}_worker'] LOOP
        EXECUTE format('ALTER ROLE %I SET log_error_verbosity = terse', login);
        EXECUTE format('ALTER ROLE %I SET log_parameter_max_length = 0', login);
        EXECUTE format('ALTER ROLE %I SET log_parameter_max_length_on_error = 0', login);
    END LOOP;
END
$$;
