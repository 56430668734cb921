-- A document's file has a number of its own in addresses, and tickets read it: once, within a minute, by the account that they were
-- issued to. What was issued stays a while, as a record.
SET lock_timeout = '5s';

ALTER TABLE application_documents ADD COLUMN file_id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX application_documents_organisation_id_file_id_uq ON application_documents (organisation_id, file_id);

CREATE TABLE document_tickets (
    organisation_id bigint NOT NULL,
    ticket_hash     bytea NOT NULL CHECK (octet_length(ticket_hash) = 32),
    document_id     bigint NOT NULL,
    actor           text NOT NULL CHECK (actor IN ('Landlord', 'Applicant')),
    user_id         bigint NOT NULL,
    issued_at       timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    spent_at        timestamptz,

    CONSTRAINT document_tickets_pk PRIMARY KEY (organisation_id, ticket_hash),
    CONSTRAINT document_tickets_organisation_id_document_id_fk FOREIGN KEY (organisation_id, document_id)
        REFERENCES application_documents (organisation_id, document_id) ON DELETE CASCADE
);
CREATE INDEX document_tickets_ticket_hash_idx ON document_tickets (ticket_hash);
CREATE INDEX document_tickets_organisation_id_document_id_idx ON document_tickets (organisation_id, document_id);
-- What retention looks for.
CREATE INDEX document_tickets_expires_at_idx ON document_tickets (expires_at);

ALTER TABLE document_tickets ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_tickets FORCE ROW LEVEL SECURITY;
CREATE POLICY document_tickets_app ON document_tickets TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY document_tickets_worker ON document_tickets TO lintel_worker USING (true);
CREATE POLICY document_tickets_owner ON document_tickets FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY document_tickets_gone ON document_tickets TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE ON document_tickets TO lintel_app;
GRANT SELECT, DELETE ON document_tickets TO lintel_worker;

-- A ticket resolves to the organisation, and to nothing else.
CREATE FUNCTION document_ticket_organisation(wanted bytea, OUT organisation bigint) RETURNS SETOF bigint
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'SELECT organisation_id FROM public.document_tickets WHERE ticket_hash = wanted';
REVOKE ALL ON FUNCTION document_ticket_organisation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION document_ticket_organisation TO lintel_app;
