-- Banks' files as they are: money that went out as well, several accounts, layouts that somebody named once, lines split between tenants.
SET LOCAL lock_timeout = '800ms';

-- An account that files were read of. Its number is kept as a hash under the organisation's key and its last four digits alone.
CREATE TABLE bank_accounts (
    bank_account_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
    number_mark     bytea CHECK (octet_length(number_mark) = 32),
    ending          text CHECK (char_length(ending) BETWEEN 1 AND 4),
    created_at      timestamptz NOT NULL,

    CONSTRAINT bank_accounts_pk PRIMARY KEY (organisation_id, bank_account_id),
    CONSTRAINT bank_accounts_organisation_id_number_mark_uq UNIQUE (organisation_id, number_mark)
);

-- What somebody said of the columns of files with one header.
CREATE TABLE bank_layouts (
    bank_layout_id  bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    -- Names the header; a hash.
    shape           text NOT NULL CHECK (char_length(shape) BETWEEN 1 AND 64),
    name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
    header          text[] NOT NULL,
    -- Meaning of each column, and what nothing in a file settles.
    layout          jsonb NOT NULL,
    bank_account_id bigint,
    used_at         timestamptz NOT NULL,
    created_at      timestamptz NOT NULL,

    CONSTRAINT bank_layouts_pk PRIMARY KEY (organisation_id, bank_layout_id),
    CONSTRAINT bank_layouts_organisation_id_bank_account_id_fk FOREIGN KEY (organisation_id, bank_account_id)
        REFERENCES bank_accounts (organisation_id, bank_account_id) ON DELETE CASCADE,
    CONSTRAINT bank_layouts_organisation_id_shape_uq UNIQUE (organisation_id, shape)
);

CREATE INDEX bank_layouts_organisation_id_bank_account_id_idx ON bank_layouts (organisation_id, bank_account_id);

ALTER TABLE bank_statements
    DROP CONSTRAINT bank_statements_format_check,
    ADD CONSTRAINT bank_statements_format_ck CHECK (format IN ('csv', 'xlsx', 'xls', 'html', 'txt', 'ofx', 'camt.053', 'camt.052', 'qif', 'mt940')) NOT VALID,
    DROP CONSTRAINT bank_statements_dates_ck,
    ADD CONSTRAINT bank_statements_dates_ck CHECK ((from_date IS NULL) = (to_date IS NULL)) NOT VALID,
    -- Lines of money that went out, and those of them that an earlier file had.
    ADD COLUMN out_count integer NOT NULL DEFAULT 0,
    ADD COLUMN known_out_count integer NOT NULL DEFAULT 0,
    -- Lines of earlier files that this one shows to have gone out.
    ADD COLUMN wrong_way_count integer NOT NULL DEFAULT 0,
    -- How it is certain which way the money went; null for files of before.
    ADD COLUMN proof text,
    ADD CONSTRAINT bank_statements_proof_ck CHECK (proof IN ('balance', 'columns', 'flag', 'sign', 'standard')) NOT VALID,
    ADD COLUMN layout_name text,
    -- What was left out and why, sealed with the organisation's key.
    ADD COLUMN left_out bytea,
    ADD COLUMN bank_account_id bigint,
    ADD CONSTRAINT bank_statements_known_out_ck CHECK (out_count >= 0 AND known_out_count BETWEEN 0 AND out_count) NOT VALID,
    -- The file itself, as a hash under the organisation's key.
    ADD COLUMN content_mark bytea,
    ADD CONSTRAINT bank_statements_content_mark_ck CHECK (octet_length(content_mark) = 32) NOT VALID,
    ADD CONSTRAINT bank_statements_organisation_id_bank_account_id_fk FOREIGN KEY (organisation_id, bank_account_id)
        REFERENCES bank_accounts (organisation_id, bank_account_id) ON DELETE CASCADE NOT VALID;

ALTER TABLE bank_lines
    ADD COLUMN went_out boolean NOT NULL DEFAULT false,
    -- Null where neither the file nor anybody said.
    ADD COLUMN bank_account_id bigint,
    -- The account's balance after it.
    ADD COLUMN balance numeric(20, 2),
    -- The same for the same number within references; hashes under the organisation's key.
    ADD COLUMN number_marks bytea[] NOT NULL DEFAULT '{}',
    -- Whether its text was read by the rules of before: those took kinds of payment for references.
    ADD COLUMN read_before boolean NOT NULL DEFAULT true,
    -- Whether lines like it are proposed as it was split.
    ADD COLUMN propose_again boolean NOT NULL DEFAULT true,
    ADD CONSTRAINT bank_lines_organisation_id_bank_account_id_fk FOREIGN KEY (organisation_id, bank_account_id)
        REFERENCES bank_accounts (organisation_id, bank_account_id) ON DELETE CASCADE NOT VALID;

-- What became of a line that is not one entry as a whole. A part whose entry was taken back is to decide again.
CREATE TABLE bank_line_parts (
    bank_line_part_id bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id   bigint NOT NULL,
    bank_line_id      bigint NOT NULL,
    kind              text NOT NULL CHECK (kind IN ('rent', 'refund', 'depositReturn', 'nothing')),
    amount            numeric(20, 2) NOT NULL CHECK (amount > 0),
    -- Of rent and refunds.
    entry_id          bigint,
    -- Of the return of a deposit.
    tenant_id         bigint,

    CONSTRAINT bank_line_parts_pk PRIMARY KEY (organisation_id, bank_line_part_id),
    CONSTRAINT bank_line_parts_organisation_id_bank_line_id_fk FOREIGN KEY (organisation_id, bank_line_id)
        REFERENCES bank_lines (organisation_id, bank_line_id) ON DELETE CASCADE,
    CONSTRAINT bank_line_parts_organisation_id_entry_id_fk FOREIGN KEY (organisation_id, entry_id)
        REFERENCES ledger_entries (organisation_id, entry_id) ON DELETE CASCADE,
    CONSTRAINT bank_line_parts_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE,
    CONSTRAINT bank_line_parts_organisation_id_entry_id_uq UNIQUE (organisation_id, entry_id),
    CONSTRAINT bank_line_parts_entry_ck CHECK ((kind IN ('rent', 'refund')) = (entry_id IS NOT NULL)),
    CONSTRAINT bank_line_parts_tenant_ck CHECK ((kind = 'depositReturn') = (tenant_id IS NOT NULL))
);
CREATE INDEX bank_line_parts_organisation_id_bank_line_id_idx ON bank_line_parts (organisation_id, bank_line_id);
CREATE INDEX bank_line_parts_organisation_id_tenant_id_idx ON bank_line_parts (organisation_id, tenant_id);

ALTER TABLE bank_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY bank_accounts_app ON bank_accounts TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY bank_accounts_gone ON bank_accounts TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE bank_layouts ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_layouts FORCE ROW LEVEL SECURITY;
CREATE POLICY bank_layouts_app ON bank_layouts TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY bank_layouts_gone ON bank_layouts TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE bank_line_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_line_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY bank_line_parts_app ON bank_line_parts TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY bank_line_parts_gone ON bank_line_parts TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT ON bank_accounts, bank_layouts, bank_line_parts TO lintel_app;
GRANT UPDATE (name) ON bank_accounts TO lintel_app;
GRANT UPDATE (name, header, layout, bank_account_id, used_at), DELETE ON bank_layouts TO lintel_app;
-- Parts that are nothing of a ledger go when a line is undone.
GRANT DELETE ON bank_line_parts TO lintel_app;
GRANT UPDATE (known_out_count, wrong_way_count) ON bank_statements TO lintel_app;
-- A line that was read as money that came, and its account once it is known.
GRANT UPDATE (went_out, bank_account_id, balance, number_marks, read_before, propose_again) ON bank_lines TO lintel_app;
