-- Entries of before the checks of refunds and named charges fit them, too.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE ledger_entries
    VALIDATE CONSTRAINT ledger_entries_kind_ck,
    VALIDATE CONSTRAINT ledger_entries_effect_ck,
    VALIDATE CONSTRAINT ledger_entries_method_ck,
    VALIDATE CONSTRAINT ledger_entries_pays_ck,
    VALIDATE CONSTRAINT ledger_entries_reason_ck;
