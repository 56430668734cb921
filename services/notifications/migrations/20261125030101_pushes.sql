-- Browsers that show an account's news while Lintel is not open, and what waits to be sent to them.
SET lock_timeout = '5s';

CREATE TABLE push_subscriptions (
    push_subscription_id bigint      GENERATED ALWAYS AS IDENTITY CONSTRAINT push_subscriptions_pk PRIMARY KEY,
    user_id              bigint      NOT NULL,
    -- SHA-256 of the endpoint: who knows an endpoint may take it, and it has one owner.
    endpoint_digest      bytea       NOT NULL CONSTRAINT push_subscriptions_endpoint_digest_ck CHECK (length(endpoint_digest) = 32),
    -- The endpoint and the browser's keys, sealed to this service.
    sealed               bytea       NOT NULL,
    created_at           timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT push_subscriptions_endpoint_digest_uq UNIQUE (endpoint_digest)
);
CREATE INDEX push_subscriptions_user_id_idx ON push_subscriptions (user_id);

CREATE TABLE pushes (
    push_id              bigint      GENERATED ALWAYS AS IDENTITY CONSTRAINT pushes_pk PRIMARY KEY,
    push_subscription_id bigint      NOT NULL
        CONSTRAINT pushes_push_subscription_id_fk REFERENCES push_subscriptions ON DELETE CASCADE,
    user_id              bigint      NOT NULL,
    -- What is told; a second telling is the same push.
    dedupe_key           text        NOT NULL,
    fact                 text        NOT NULL,
    -- Title and path, sealed to this service.
    sealed               bytea       NOT NULL,
    attempts             integer     NOT NULL DEFAULT 0,
    next_attempt_at      timestamptz NOT NULL DEFAULT now(),
    not_after            timestamptz NOT NULL,
    lease_token          uuid,
    lease_until          timestamptz,
    created_at           timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT pushes_dedupe_key_uq UNIQUE (push_subscription_id, dedupe_key),
    CONSTRAINT pushes_lease_ck CHECK ((lease_token IS NULL) = (lease_until IS NULL))
);
CREATE INDEX pushes_due_idx ON pushes (coalesce(lease_until, next_attempt_at));
CREATE INDEX pushes_user_id_idx ON pushes (user_id);

ALTER TABLE push_subscriptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY push_subscriptions_app ON push_subscriptions TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY push_subscriptions_worker ON push_subscriptions TO lintel_worker USING (true);
CREATE POLICY push_subscriptions_owner ON push_subscriptions TO CURRENT_USER USING (true);
ALTER TABLE pushes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY pushes_worker ON pushes TO lintel_worker USING (true);

GRANT SELECT, INSERT, DELETE ON push_subscriptions TO lintel_app;
GRANT SELECT, DELETE ON push_subscriptions TO lintel_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON pushes TO lintel_worker;

-- A browser that another account signs in with is that account's from then on, which a request cannot see by itself.
CREATE FUNCTION forget_push_endpoint(digest bytea) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
    AS 'DELETE FROM push_subscriptions WHERE endpoint_digest = digest';
REVOKE ALL ON FUNCTION forget_push_endpoint(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_push_endpoint(bytea) TO lintel_app;
