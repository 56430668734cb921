-- What a consumer has handled, so that a second delivery has no second effect.
CREATE TABLE inbox (
    event_id uuid NOT NULL,
    consumer text NOT NULL,
    source text NOT NULL,
    source_seq bigint NOT NULL,
    via text NOT NULL,
    processed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (event_id, consumer),
    CONSTRAINT inbox_via_ck CHECK (via IN ('nats', 'redrive'))
);

-- Faults of a handler, counted apart from faults of the infrastructure.
CREATE TABLE inbox_attempt (
    event_id uuid NOT NULL,
    consumer text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    crash_starts integer NOT NULL DEFAULT 0,
    last_error text,
    first_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (event_id, consumer)
);

-- Events that a handler cannot take; a person looks at them and sends them again.
CREATE TABLE dead_letter (
    dead_letter_id uuid PRIMARY KEY,
    consumer text NOT NULL,
    event_id uuid,
    subject text NOT NULL,
    headers jsonb NOT NULL,
    payload bytea NOT NULL,
    reason text NOT NULL,
    error text,
    attempts integer NOT NULL DEFAULT 0,
    state text NOT NULL DEFAULT 'open',
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    resolved_at timestamptz,
    CONSTRAINT dead_letter_reason_ck CHECK (reason IN ('decode', 'invariant', 'attempts', 'crash_suspect')),
    CONSTRAINT dead_letter_state_ck CHECK (state IN ('open', 'resolved', 'discarded'))
);
CREATE INDEX dead_letter_open_idx ON dead_letter (consumer, created_at) WHERE state = 'open';

GRANT SELECT, INSERT, DELETE ON inbox TO lintel_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox_attempt TO lintel_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON dead_letter TO lintel_worker;
