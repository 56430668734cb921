-- Files and lines of before fit what is said of them today, too.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE bank_statements
    VALIDATE CONSTRAINT bank_statements_format_ck,
    VALIDATE CONSTRAINT bank_statements_dates_ck,
    VALIDATE CONSTRAINT bank_statements_proof_ck,
    VALIDATE CONSTRAINT bank_statements_content_mark_ck,
    VALIDATE CONSTRAINT bank_statements_known_out_ck,
    VALIDATE CONSTRAINT bank_statements_organisation_id_bank_account_id_fk;
ALTER TABLE bank_lines VALIDATE CONSTRAINT bank_lines_organisation_id_bank_account_id_fk;
