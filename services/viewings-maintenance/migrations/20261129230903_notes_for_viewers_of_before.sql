-- Viewings that were there before have none, and fit the check.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE viewings VALIDATE CONSTRAINT viewings_note_for_viewer_ck;
