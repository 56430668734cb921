-- A landlord may want one tenant to get no mails: each switch with its reason, the last one counts.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE tenant_mail_switches (
    organisation_id       bigint NOT NULL,
    tenant_mail_switch_id bigint GENERATED ALWAYS AS IDENTITY,
    tenant_id             bigint NOT NULL,
    off                   boolean NOT NULL,
    reason                text NOT NULL CHECK (char_length(reason) <= 300),
    switched_by           bigint NOT NULL,
    switched_at           timestamptz NOT NULL,

    CONSTRAINT tenant_mail_switches_pk PRIMARY KEY (organisation_id, tenant_mail_switch_id),
    CONSTRAINT tenant_mail_switches_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE,
    CONSTRAINT tenant_mail_switches_reason_ck CHECK (NOT off OR reason <> '')
);

CREATE INDEX tenant_mail_switches_tenant_id_idx ON tenant_mail_switches (organisation_id, tenant_id, tenant_mail_switch_id DESC);

ALTER TABLE tenant_mail_switches ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_mail_switches FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_mail_switches_app ON tenant_mail_switches TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY tenant_mail_switches_worker ON tenant_mail_switches TO lintel_worker USING (true);
CREATE POLICY tenant_mail_switches_gone ON tenant_mail_switches TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT ON tenant_mail_switches TO lintel_app;
GRANT SELECT, DELETE ON tenant_mail_switches TO lintel_worker;

-- Whoever keeps a copy of the tenant is told of it.
CREATE TRIGGER tenant_mail_switches_told AFTER INSERT ON tenant_mail_switches FOR EACH ROW EXECUTE FUNCTION tenant_was_changed();
