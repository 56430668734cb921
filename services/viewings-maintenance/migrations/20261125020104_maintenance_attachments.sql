-- Photos and invoices of requests: what they are, and their sealed bytes.
SET lock_timeout = '5s';

CREATE TABLE maintenance_attachments (
    attachment_id          bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id        bigint NOT NULL,
    maintenance_request_id bigint NOT NULL,
    kind                   text NOT NULL CHECK (kind IN ('photo', 'before', 'after', 'invoice')),
    file_name              text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 100),
    media_type             text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
    -- Of the file in clear.
    size_bytes             bigint NOT NULL CHECK (size_bytes BETWEEN 1 AND 20971520),
    added_by               text NOT NULL CHECK (added_by IN ('Landlord', 'Tenant')),
    user_id                bigint NOT NULL,
    -- The comment that it belongs to; null for the request itself.
    comment_id             bigint,
    created_at             timestamptz NOT NULL,

    CONSTRAINT maintenance_attachments_pk PRIMARY KEY (organisation_id, attachment_id),
    CONSTRAINT maintenance_attachments_request_fk FOREIGN KEY (organisation_id, maintenance_request_id)
        REFERENCES maintenance_requests (organisation_id, maintenance_request_id) ON DELETE CASCADE,
    CONSTRAINT maintenance_attachments_comment_fk FOREIGN KEY (organisation_id, comment_id)
        REFERENCES maintenance_comments (organisation_id, comment_id) ON DELETE CASCADE,
    CONSTRAINT maintenance_attachments_pdf_ck CHECK (media_type <> 'application/pdf' OR kind = 'invoice')
);
CREATE INDEX maintenance_attachments_request_idx ON maintenance_attachments (organisation_id, maintenance_request_id, attachment_id);
-- What goes with a comment.
CREATE INDEX maintenance_attachments_comment_idx ON maintenance_attachments (organisation_id, comment_id) WHERE comment_id IS NOT NULL;

CREATE TABLE maintenance_attachment_contents (
    organisation_id bigint NOT NULL,
    attachment_id   bigint NOT NULL,
    -- Sealed with the organisation's key, together with the file's number: in another row it does not open.
    sealed          bytea NOT NULL,

    CONSTRAINT maintenance_attachment_contents_pk PRIMARY KEY (organisation_id, attachment_id),
    CONSTRAINT maintenance_attachment_contents_attachment_fk FOREIGN KEY (organisation_id, attachment_id)
        REFERENCES maintenance_attachments (organisation_id, attachment_id) ON DELETE CASCADE
);
-- What is sealed cannot be compressed.
ALTER TABLE maintenance_attachment_contents ALTER COLUMN sealed SET STORAGE EXTERNAL;

ALTER TABLE maintenance_attachments ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance_attachments FORCE ROW LEVEL SECURITY;
ALTER TABLE maintenance_attachment_contents ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance_attachment_contents FORCE ROW LEVEL SECURITY;
CREATE POLICY maintenance_attachments_app ON maintenance_attachments TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY maintenance_attachment_contents_app ON maintenance_attachment_contents TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY maintenance_attachments_worker ON maintenance_attachments TO lintel_worker USING (true);
CREATE POLICY maintenance_attachment_contents_worker ON maintenance_attachment_contents TO lintel_worker USING (true);
CREATE POLICY maintenance_attachments_gone ON maintenance_attachments TO CURRENT_USER USING (vm_is_gone(organisation_id));
CREATE POLICY maintenance_attachment_contents_gone ON maintenance_attachment_contents TO CURRENT_USER
    USING (vm_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance_attachments TO lintel_app;
-- Contents are written once.
GRANT SELECT, INSERT ON maintenance_attachment_contents TO lintel_app;
GRANT SELECT ON maintenance_attachments TO lintel_worker;
