-- Money goes back to tenants, a receipt may name the charge that it is for, and a reversal says why.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE ledger_entries
    -- The charge that a receipt settles first.
    ADD COLUMN pays bigint,
    ADD COLUMN reason text,
    DROP CONSTRAINT ledger_entries_kind_check,
    ADD CONSTRAINT ledger_entries_kind_ck CHECK (kind IN ('charge', 'receipt', 'reversal', 'waiver', 'refund')) NOT VALID,
    DROP CONSTRAINT ledger_entries_effect_ck,
    ADD CONSTRAINT ledger_entries_effect_ck CHECK (CASE kind
        WHEN 'charge' THEN effect = amount WHEN 'refund' THEN effect = amount
        WHEN 'reversal' THEN abs(effect) = amount ELSE effect = -amount END) NOT VALID,
    DROP CONSTRAINT ledger_entries_method_ck,
    ADD CONSTRAINT ledger_entries_method_ck CHECK (method IS NULL OR kind IN ('receipt', 'refund')) NOT VALID,
    ADD CONSTRAINT ledger_entries_pays_ck CHECK (pays IS NULL OR kind = 'receipt') NOT VALID,
    ADD CONSTRAINT ledger_entries_reason_ck CHECK (reason IS NULL OR kind = 'reversal' AND reason IN (
        'wrong-tenancy', 'wrong-amount', 'entered-twice', 'returned-by-the-bank', 'other')) NOT VALID;
