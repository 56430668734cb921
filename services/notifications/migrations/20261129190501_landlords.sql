-- Who lets an organisation's homes, and how whoever gets a mail reaches them: a copy of identity's organisations, sealed to this service.
SET LOCAL lock_timeout = '800ms';

CREATE TABLE nt_landlords (
    organisation_id bigint CONSTRAINT nt_landlords_pk PRIMARY KEY,
    -- An OrganisationProfile. Opened in memory when a mail is sent.
    profile         bytea  NOT NULL,
    version         bigint NOT NULL
);

-- Whether the landlords were filled from identity.
CREATE TABLE filled_landlords (
    only_row  boolean     CONSTRAINT filled_landlords_pk PRIMARY KEY DEFAULT true CHECK (only_row),
    filled_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE nt_landlords ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY nt_landlords_worker ON nt_landlords TO lintel_worker USING (true);
ALTER TABLE filled_landlords ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY filled_landlords_worker ON filled_landlords TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON nt_landlords, filled_landlords TO lintel_worker;
