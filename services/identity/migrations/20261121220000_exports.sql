-- A person may ask for a copy of what is held of the account: the log says when, and its entries are what the limit counts.
SET lock_timeout = '5s';

ALTER TABLE security_events
    DROP CONSTRAINT security_events_kind_known,
    ADD CONSTRAINT security_events_kind_known CHECK (kind IN (
        'signed-in', 'sign-in-paused', 'failed-tries', 'password-changed', 'password-reset', 'two-factor-enabled',
        'two-factor-disabled', 'recovery-codes-renewed', 'session-ended', 'other-sessions-ended',
        'email-change-requested', 'email-changed', 'data-exported'));

-- What an account made in organisations belongs to them, and is the account's to know, wherever it acts at the moment.
CREATE POLICY api_key_sessions_owner ON api_key_sessions FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION own_invitations() RETURNS SETOF invitations
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT * FROM public.invitations
        WHERE invited_by = nullif(current_setting('app.user_id', true), '')::bigint
    $$;
CREATE FUNCTION own_api_keys() RETURNS SETOF api_keys
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT * FROM public.api_keys
        WHERE created_by = nullif(current_setting('app.user_id', true), '')::bigint
    $$;
CREATE FUNCTION own_api_key_sessions() RETURNS SETOF api_key_sessions
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        SELECT * FROM public.api_key_sessions
        WHERE user_id = nullif(current_setting('app.user_id', true), '')::bigint
    $$;
REVOKE ALL ON FUNCTION own_invitations, own_api_keys, own_api_key_sessions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_invitations, own_api_keys, own_api_key_sessions TO lintel_app;
