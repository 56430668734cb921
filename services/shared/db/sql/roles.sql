-- The roles of one service: run by a superuser, as often as wanted. {{service}} and {{password}} are filled in by the caller.
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
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{service}}_owner') THEN
        CREATE ROLE {{service}}_owner LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{service}}_app') THEN
        CREATE ROLE {{service}}_app LOGIN IN ROLE lintel_app;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{{service}}_worker') THEN
        CREATE ROLE {{service}}_worker LOGIN IN ROLE lintel_worker;
    END IF;
    ALTER ROLE {{service}}_owner PASSWORD '{{password}}';
    ALTER ROLE {{service}}_app PASSWORD '{{password}}';
    ALTER ROLE {{service}}_worker PASSWORD '{{password}}';
END
$$;
