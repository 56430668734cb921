-- What happened to an account's security, for its owner to read: rows are added, and never changed.
SET lock_timeout = '5s';

CREATE TABLE security_events (
    security_event_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT security_events_pk PRIMARY KEY,
    user_id bigint NOT NULL CONSTRAINT security_events_user_id_fk REFERENCES users,
    at timestamptz NOT NULL,
    kind text NOT NULL CONSTRAINT security_events_kind_known CHECK (kind IN (
        'signed-in', 'sign-in-paused', 'failed-tries', 'password-changed', 'password-reset', 'two-factor-enabled',
        'two-factor-disabled', 'recovery-codes-renewed', 'session-ended', 'other-sessions-ended',
        'email-change-requested', 'email-changed')),
    user_agent text NOT NULL CONSTRAINT security_events_user_agent_length CHECK (length(user_agent) <= 400),
    address text NOT NULL CONSTRAINT security_events_address_length CHECK (length(address) <= 45)
);
CREATE INDEX security_events_user_id_idx ON security_events (user_id, security_event_id DESC);
CREATE INDEX security_events_at_idx ON security_events (at);

GRANT SELECT, INSERT ON security_events TO lintel_app;
GRANT SELECT, DELETE ON security_events TO lintel_worker;

ALTER TABLE security_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY security_events_app ON security_events TO lintel_app
    USING (user_id = nullif(current_setting('app.user_id', true), '')::bigint);
CREATE POLICY security_events_worker ON security_events TO lintel_worker USING (true);
