-- What landlords call their homes: a copy of portfolio's properties, by which reminders name them.
SET lock_timeout = '5s';

CREATE TABLE nt_homes (
    organisation_id bigint NOT NULL,
    property_id     bigint NOT NULL,
    -- Null once the property left the portfolio: its version stays, so that a late event brings nothing back.
    name            text,
    version         bigint NOT NULL CONSTRAINT nt_homes_version_ck CHECK (version >= 0),

    CONSTRAINT nt_homes_pk PRIMARY KEY (organisation_id, property_id)
);

-- Organisations that were deleted: nothing of them is kept any more, whichever stream tells of it late.
CREATE TABLE nt_gone_organisations (
    organisation_id bigint CONSTRAINT nt_gone_organisations_pk PRIMARY KEY
);

-- Whether the homes were filled from portfolio.
CREATE TABLE filled_homes (
    only_row  boolean     CONSTRAINT filled_homes_pk PRIMARY KEY DEFAULT true CHECK (only_row),
    filled_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE nt_homes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY nt_homes_worker ON nt_homes TO lintel_worker USING (true);
ALTER TABLE nt_gone_organisations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY nt_gone_organisations_worker ON nt_gone_organisations TO lintel_worker USING (true);
ALTER TABLE filled_homes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY filled_homes_worker ON filled_homes TO lintel_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON nt_homes, filled_homes TO lintel_worker;
GRANT SELECT, INSERT ON nt_gone_organisations TO lintel_worker;
