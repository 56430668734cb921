-- Banks' files and the money that came by them. A line becomes a receipt of the ledger or is ignored; whose it may be is proposed when it
-- is shown and stored nowhere. That a receipt was taken back is the ledger's to say.
SET lock_timeout = '5s';

CREATE TABLE bank_statements (
    bank_statement_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id   bigint NOT NULL,
    created_by        bigint NOT NULL,
    file_name         text NOT NULL CHECK (char_length(file_name) <= 255),
    format            text NOT NULL CHECK (format IN ('csv', 'ofx', 'camt.053')),
    -- The lines of money that came, and those of them that an earlier file had.
    line_count        integer NOT NULL CHECK (line_count >= 0),
    known_count       integer NOT NULL DEFAULT 0 CHECK (known_count BETWEEN 0 AND line_count),
    from_date         date,
    to_date           date CHECK (to_date >= from_date),
    version           bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
    created_at        timestamptz NOT NULL,

    CONSTRAINT bank_statements_pk PRIMARY KEY (organisation_id, bank_statement_id),
    CONSTRAINT bank_statements_dates_ck CHECK ((from_date IS NULL) = (to_date IS NULL) AND (from_date IS NULL) = (line_count = 0))
);
-- What is kept no longer.
CREATE INDEX bank_statements_created_at_idx ON bank_statements (created_at);

CREATE TABLE bank_lines (
    bank_line_id      bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id   bigint NOT NULL,
    -- The file that had it first.
    bank_statement_id bigint NOT NULL,
    -- Names the line in every file that has it; a hash.
    line_key          text NOT NULL CHECK (char_length(line_key) BETWEEN 1 AND 100),
    booked_on         date NOT NULL,
    amount            numeric(20, 2) NOT NULL CHECK (amount > 0),
    -- Payer and reference, sealed with the organisation's key together with the line's key: in another row they do not open.
    sealed            bytea NOT NULL,
    -- The same for the same payer, and for the same reference; hashes under the organisation's key. Null where the file does not say.
    payer_mark        bytea CHECK (octet_length(payer_mark) = 32),
    reference_mark    bytea CHECK (octet_length(reference_mark) = 32),
    ignored           boolean NOT NULL DEFAULT false,
    -- The last receipt that it became. With that one taken back it is to decide again.
    entry_id          bigint,

    CONSTRAINT bank_lines_pk PRIMARY KEY (organisation_id, bank_line_id),
    CONSTRAINT bank_lines_organisation_id_bank_statement_id_fk FOREIGN KEY (organisation_id, bank_statement_id)
        REFERENCES bank_statements (organisation_id, bank_statement_id) ON DELETE CASCADE,
    -- What a tenant paid goes with the tenancy.
    CONSTRAINT bank_lines_organisation_id_entry_id_fk FOREIGN KEY (organisation_id, entry_id)
        REFERENCES ledger_entries (organisation_id, entry_id) ON DELETE CASCADE,
    -- A file that is read twice adds nothing.
    CONSTRAINT bank_lines_organisation_id_line_key_uq UNIQUE (organisation_id, line_key),
    -- Money is received once.
    CONSTRAINT bank_lines_organisation_id_entry_id_uq UNIQUE (organisation_id, entry_id),
    CONSTRAINT bank_lines_decided_ck CHECK (NOT ignored OR entry_id IS NULL)
);
CREATE INDEX bank_lines_organisation_id_bank_statement_id_idx ON bank_lines (organisation_id, bank_statement_id);
-- Whose such a payment was before.
CREATE INDEX bank_lines_organisation_id_payer_mark_idx ON bank_lines (organisation_id, payer_mark) WHERE entry_id IS NOT NULL;
CREATE INDEX bank_lines_organisation_id_reference_mark_idx ON bank_lines (organisation_id, reference_mark)
    WHERE entry_id IS NOT NULL;

ALTER TABLE bank_statements ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_statements FORCE ROW LEVEL SECURITY;
CREATE POLICY bank_statements_app ON bank_statements TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY bank_statements_worker ON bank_statements TO lintel_worker USING (true);
CREATE POLICY bank_statements_gone ON bank_statements TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE bank_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY bank_lines_app ON bank_lines TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY bank_lines_gone ON bank_lines TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT ON bank_statements, bank_lines TO lintel_app;
-- What was read is never altered; what becomes of a line is.
GRANT UPDATE (known_count, version) ON bank_statements TO lintel_app;
GRANT UPDATE (ignored, entry_id) ON bank_lines TO lintel_app;
-- Files whose time is over go with their lines.
GRANT SELECT, DELETE ON bank_statements TO lintel_worker;
