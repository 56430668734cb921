-- A file goes once no row has named it for a day, and not as soon as none does: a backup takes the databases first and the files after
-- them, and what a row named when it began has to be there when it ends. So it is written down since when a file is unnamed; whoever
-- names it strikes that out.
SET lock_timeout = '5s';

ALTER TABLE removed_uploads RENAME TO unnamed_uploads;
ALTER TABLE unnamed_uploads RENAME CONSTRAINT removed_uploads_pk TO unnamed_uploads_pk;
ALTER INDEX removed_uploads_removed_at_idx RENAME TO unnamed_uploads_removed_at_idx;
ALTER POLICY removed_uploads_app ON unnamed_uploads RENAME TO unnamed_uploads_app;
ALTER POLICY removed_uploads_worker ON unnamed_uploads RENAME TO unnamed_uploads_worker;

ALTER TABLE unnamed_uploads
    ADD COLUMN unnamed_since timestamptz,
    -- When it was decided that the file goes; null while it only waits for that.
    ALTER COLUMN removed_at DROP NOT NULL;
-- Policies show the owner nothing: without this the change would find no row.
ALTER TABLE unnamed_uploads NO FORCE ROW LEVEL SECURITY;
UPDATE unnamed_uploads SET unnamed_since = removed_at;
ALTER TABLE unnamed_uploads FORCE ROW LEVEL SECURITY;
ALTER TABLE unnamed_uploads
    ALTER COLUMN unnamed_since SET NOT NULL,
    ADD CONSTRAINT unnamed_uploads_times_ck CHECK (removed_at >= unnamed_since);

GRANT DELETE ON unnamed_uploads TO lintel_app;

CREATE OR REPLACE FUNCTION hold_uploads(organisation bigint, addresses text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(upload_lock(organisation));
    -- Statements of their own: what was decided before the lock was had is seen by them.
    IF EXISTS (SELECT FROM unnamed_uploads WHERE organisation_id = organisation AND address = ANY (addresses) AND removed_at IS NOT NULL) THEN
        RAISE EXCEPTION 'a file that is named goes' USING ERRCODE = 'serialization_failure';
    END IF;
    DELETE FROM unnamed_uploads WHERE organisation_id = organisation AND address = ANY (addresses);
END
$$;
