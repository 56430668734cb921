-- Which intended changes were done, with their answers; a repeat gets the first answer.
CREATE TABLE request_ids (
    scope text NOT NULL,
    method text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    response bytea,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (scope, method, key)
);
CREATE INDEX request_ids_created_at_idx ON request_ids (created_at);

GRANT SELECT, INSERT, UPDATE ON request_ids TO lintel_app;
GRANT SELECT, DELETE ON request_ids TO lintel_worker;
