-- Requests of tenants for a pet, which are to be answered by a day that follows from the rules.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE pet_requests (
    pet_request_id   bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id  bigint NOT NULL,
    tenant_id        bigint NOT NULL,
    pet              text NOT NULL CHECK (char_length(pet) BETWEEN 2 AND 200),
    request_date     date NOT NULL,
    -- When the information came that was asked for.
    information_date date,
    answer           text CHECK (answer IN ('consented', 'refused')),
    answer_date      date,
    reason           text CHECK (char_length(reason) BETWEEN 1 AND 1000),
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    -- The last day of which the members were mailed, 7 days before and once it is late.
    told_soon        date,
    told_late        date,

    CONSTRAINT pet_requests_pk PRIMARY KEY (organisation_id, pet_request_id),
    CONSTRAINT pet_requests_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE,
    CONSTRAINT pet_requests_dates_ck CHECK (information_date >= request_date AND answer_date >= request_date),
    CONSTRAINT pet_requests_answer_ck CHECK ((answer IS NULL) = (answer_date IS NULL)),
    CONSTRAINT pet_requests_reason_ck CHECK (answer IS DISTINCT FROM 'refused' OR reason IS NOT NULL)
);
CREATE INDEX pet_requests_organisation_id_tenant_id_idx ON pet_requests (organisation_id, tenant_id, pet_request_id);
-- What is still to be answered.
CREATE INDEX pet_requests_open_idx ON pet_requests (organisation_id, pet_request_id) WHERE answer IS NULL;

ALTER TABLE pet_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE pet_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY pet_requests_app ON pet_requests TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY pet_requests_worker ON pet_requests TO lintel_worker USING (true);
CREATE POLICY pet_requests_gone ON pet_requests TO CURRENT_USER USING (is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON pet_requests TO lintel_app;
GRANT SELECT, UPDATE (told_soon, told_late) ON pet_requests TO lintel_worker;
