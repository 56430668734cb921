-- Rent: how it is due in a tenancy, what its tenants owe and what came of it. Entries are added and never changed; whoever adds one has
-- locked the tenancy. The checks and unique keys here are the last line.
SET lock_timeout = '5s';

CREATE TABLE ledgers (
    organisation_id bigint NOT NULL,
    tenancy_id      bigint NOT NULL,
    -- How rent is due; all null where none is charged by schedule.
    period          text CHECK (period IN ('weekly', 'four-weekly', 'monthly')),
    due_day         smallint CHECK (due_day BETWEEN 0 AND 31),
    first_day       date,
    pro_rata        text CHECK (pro_rata IN ('days-of-year', 'days-of-month')),
    -- The rent of the tenancy per month on the first day; later ones are in rent_changes.
    first_rent      numeric(10, 2) CHECK (first_rent BETWEEN 0 AND 99999999.99),
    -- The first day of the next period to charge; null where nothing more will be.
    next_due        date,
    -- The day whose charges were written and whose overdue ones were told.
    looked_on       date NOT NULL,
    -- The day whose reminders were mailed.
    mailed_on       date NOT NULL,
    -- The last receipt, and the last of which its tenant was told.
    last_receipt    bigint NOT NULL DEFAULT 0,
    told_receipt    bigint NOT NULL DEFAULT 0,
    -- Nothing that another day would change: no more charges, and no unpaid one that people are still reminded of.
    quiet           boolean NOT NULL DEFAULT false,
    version         bigint NOT NULL DEFAULT 0 CHECK (version >= 0),

    CONSTRAINT ledgers_pk PRIMARY KEY (organisation_id, tenancy_id),
    CONSTRAINT ledgers_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES tenancies (organisation_id, tenancy_id) ON DELETE CASCADE,
    CONSTRAINT ledgers_terms_ck CHECK (num_nonnulls(period, due_day, first_day, pro_rata, first_rent) IN (0, 5)),
    CONSTRAINT ledgers_due_day_ck CHECK ((period = 'monthly') = (due_day > 0)),
    CONSTRAINT ledgers_next_due_ck CHECK (next_due IS NULL OR first_day IS NOT NULL)
);
-- What a new day has to look at.
CREATE INDEX ledgers_looked_on_idx ON ledgers (looked_on) WHERE NOT quiet;
CREATE INDEX ledgers_mailed_on_idx ON ledgers (mailed_on) WHERE NOT quiet;
CREATE INDEX ledgers_told_receipt_idx ON ledgers (tenancy_id) WHERE last_receipt > told_receipt;

CREATE TABLE ledger_entries (
    entry_id        bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    tenancy_id      bigint NOT NULL,
    tenant_id       bigint NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('charge', 'receipt', 'reversal', 'waiver')),
    amount          numeric(10, 2) NOT NULL CHECK (amount BETWEEN 0.01 AND 99999999.99),
    -- What it adds to the balance from its date on.
    effect          numeric(10, 2) NOT NULL,
    entry_date      date NOT NULL CHECK (entry_date BETWEEN '1999-01-01' AND '9999-12-31'),
    method          text CHECK (method IN
        ('bank-transfer', 'standing-order', 'card', 'cash', 'cheque', 'housing-benefit', 'other')),
    reference       text CHECK (char_length(reference) BETWEEN 1 AND 140),
    reverses        bigint,
    -- Of a charge of rent the days that it is for; of an automatic waiver those of the charge.
    period_start    date,
    period_end      date,
    actor           text NOT NULL CHECK (actor IN ('Landlord', 'Lintel', 'Bank statement')),
    created_at      timestamptz NOT NULL,

    CONSTRAINT ledger_entries_pk PRIMARY KEY (organisation_id, entry_id),
    CONSTRAINT ledger_entries_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES ledgers (organisation_id, tenancy_id) ON DELETE CASCADE,
    CONSTRAINT ledger_entries_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE,
    -- An entry is taken back once.
    CONSTRAINT ledger_entries_organisation_id_reverses_uq UNIQUE (organisation_id, reverses),
    CONSTRAINT ledger_entries_reverses_ck CHECK ((kind = 'reversal') = (reverses IS NOT NULL)),
    CONSTRAINT ledger_entries_effect_ck CHECK (CASE kind
        WHEN 'charge' THEN effect = amount WHEN 'reversal' THEN abs(effect) = amount ELSE effect = -amount END),
    CONSTRAINT ledger_entries_method_ck CHECK (method IS NULL OR kind = 'receipt'),
    CONSTRAINT ledger_entries_period_ck CHECK (
        period_end >= period_start AND (period_start IS NULL) = (period_end IS NULL) AND kind IN ('charge', 'waiver')
        OR num_nonnulls(period_start, period_end) = 0)
);
-- Each charge of rent is made once, whatever replicas do.
CREATE UNIQUE INDEX ledger_entries_rent_uq ON ledger_entries (organisation_id, tenancy_id, tenant_id, period_start)
    WHERE kind = 'charge' AND period_start IS NOT NULL;
-- A ledger in its order; and what each tenant owes as of a day, from the index alone.
CREATE INDEX ledger_entries_organisation_id_tenancy_id_idx
    ON ledger_entries (organisation_id, tenancy_id, entry_date, entry_id);
CREATE INDEX ledger_entries_organisation_id_tenant_id_idx
    ON ledger_entries (organisation_id, tenant_id, entry_date, entry_id) INCLUDE (effect);
-- What came and was due in a month.
CREATE INDEX ledger_entries_organisation_id_entry_date_idx ON ledger_entries (organisation_id, entry_date);

CREATE TABLE rent_changes (
    rent_change_id  bigint GENERATED ALWAYS AS IDENTITY,
    organisation_id bigint NOT NULL,
    tenancy_id      bigint NOT NULL,
    effective_date  date NOT NULL,
    monthly_rent    numeric(10, 2) NOT NULL CHECK (monthly_rent BETWEEN 0.01 AND 99999999.99),
    serve_date      date,
    created_at      timestamptz NOT NULL,

    CONSTRAINT rent_changes_pk PRIMARY KEY (organisation_id, rent_change_id),
    CONSTRAINT rent_changes_organisation_id_tenancy_id_fk FOREIGN KEY (organisation_id, tenancy_id)
        REFERENCES ledgers (organisation_id, tenancy_id) ON DELETE CASCADE,
    CONSTRAINT rent_changes_effective_date_uq UNIQUE (organisation_id, tenancy_id, effective_date)
);

-- Which reminders were mailed: each stage once for the oldest unpaid charge, and for a day that rent is due.
CREATE TABLE arrears_told (
    organisation_id bigint NOT NULL,
    tenancy_id      bigint NOT NULL,
    tenant_id       bigint NOT NULL,
    due_date        date NOT NULL,
    stage           text NOT NULL CHECK (stage IN ('due', 'day-1', 'day-7', 'day-14', 'day-21', 'ground-8')),
    told_at         timestamptz NOT NULL,

    CONSTRAINT arrears_told_pk PRIMARY KEY (organisation_id, tenancy_id, tenant_id, due_date, stage),
    CONSTRAINT arrears_told_organisation_id_tenant_id_fk FOREIGN KEY (organisation_id, tenant_id)
        REFERENCES tenants (organisation_id, tenant_id) ON DELETE CASCADE
);
CREATE INDEX arrears_told_organisation_id_tenant_id_idx ON arrears_told (organisation_id, tenant_id);

ALTER TABLE ledgers ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledgers FORCE ROW LEVEL SECURITY;
CREATE POLICY ledgers_app ON ledgers TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY ledgers_worker ON ledgers TO lintel_worker USING (true);
CREATE POLICY ledgers_gone ON ledgers TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY ledger_entries_app ON ledger_entries TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY ledger_entries_worker ON ledger_entries TO lintel_worker USING (true);
CREATE POLICY ledger_entries_gone ON ledger_entries TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE rent_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE rent_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY rent_changes_app ON rent_changes TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY rent_changes_worker ON rent_changes TO lintel_worker USING (true);
CREATE POLICY rent_changes_gone ON rent_changes TO CURRENT_USER USING (is_gone(organisation_id));

ALTER TABLE arrears_told ENABLE ROW LEVEL SECURITY;
ALTER TABLE arrears_told FORCE ROW LEVEL SECURITY;
CREATE POLICY arrears_told_worker ON arrears_told TO lintel_worker USING (true);
CREATE POLICY arrears_told_gone ON arrears_told TO CURRENT_USER USING (is_gone(organisation_id));

GRANT SELECT, INSERT, UPDATE ON ledgers TO lintel_app, lintel_worker;
-- Entries and changes are added and never altered.
GRANT SELECT, INSERT ON ledger_entries TO lintel_app, lintel_worker;
GRANT SELECT, INSERT ON rent_changes TO lintel_app;
GRANT SELECT ON rent_changes TO lintel_worker;
GRANT SELECT, INSERT ON arrears_told TO lintel_worker;
