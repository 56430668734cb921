-- The roles of one service: run by a superuser, as often as wanted. {{key}} (the service's name with _ for -) and {{password}} are
-- filled in by the caller.
-- lintel_app and lintel_worker are groups that exist once in a cluster; migrations grant to them and never name a login.
DO $$
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
    ALTER ROLE {{key}}_owner PASSWORD '{{password}}';
    ALTER ROLE {{key}}_app PASSWORD '{{password}}';
    ALTER ROLE {{key}}_worker PASSWORD '{{password}}';
END
$$;
