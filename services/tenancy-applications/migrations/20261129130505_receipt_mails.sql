-- What was said about the mail of a receipt when it was recorded; nothing said is no row.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE receipt_mails (
    organisation_id bigint NOT NULL,
    entry_id bigint NOT NULL,
    wanted          boolean NOT NULL,

    CONSTRAINT receipt_mails_pk PRIMARY KEY (organisation_id, entry_id),
    CONSTRAINT receipt_mails_entry_id_fk FOREIGN KEY (organisation_id, entry_id)
        REFERENCES ledger_entries (organisation_id, entry_id) ON DELETE CASCADE
);

ALTER TABLE receipt_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE receipt_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY receipt_mails_app ON receipt_mails TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY receipt_mails_worker ON receipt_mails TO lintel_worker USING (true);
CREATE POLICY receipt_mails_gone ON receipt_mails TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT ON receipt_mails TO lintel_app;
GRANT SELECT, DELETE ON receipt_mails TO lintel_worker;
