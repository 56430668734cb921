-- Facts leave the service through this table, written in the transaction of the change they tell of.
CREATE TABLE outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid NOT NULL,
    txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    event_type text NOT NULL,
    aggregate_type text NOT NULL,
    aggregate_id text NOT NULL,
    aggregate_version bigint NOT NULL,
    organisation_id bigint,
    headers jsonb NOT NULL,
    payload bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    published_at timestamptz,
    stream_seq bigint,
    CONSTRAINT outbox_event_id_uq UNIQUE (event_id),
    CONSTRAINT outbox_aggregate_uq UNIQUE (event_type, aggregate_id, aggregate_version),
    CONSTRAINT outbox_payload_size_ck CHECK (octet_length(payload) <= 262144)
);

-- The relay looks for unpublished rows only; the flag, not a cursor, because identities commit out of order.
CREATE INDEX outbox_unpublished_idx ON outbox (seq) WHERE published_at IS NULL;
CREATE INDEX outbox_published_idx ON outbox (published_at) WHERE published_at IS NOT NULL;

-- One relay at a time; the epoch fences a holder that was asleep.
CREATE TABLE relay_lease (
    name text PRIMARY KEY,
    holder uuid,
    epoch bigint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO relay_lease (name) VALUES ('relay');

-- A use case may append and nothing else; what was appended only the relay reads.
GRANT INSERT ON outbox TO lintel_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO lintel_worker;
GRANT SELECT, UPDATE ON relay_lease TO lintel_worker;
