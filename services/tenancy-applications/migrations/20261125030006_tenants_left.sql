-- Who has left is listed by when: the last first.
SET lock_timeout = '5s';

CREATE INDEX tenants_organisation_id_left_idx ON tenants (organisation_id, leave_date DESC, tenant_id DESC) WHERE has_left;
