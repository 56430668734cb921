-- What the landlord tells the viewer beside the time; the notes stay the landlord's own.
SET LOCAL lock_timeout = '800ms';

ALTER TABLE viewings ADD COLUMN note_for_viewer text;
ALTER TABLE viewings ADD CONSTRAINT viewings_note_for_viewer_ck CHECK (char_length(note_for_viewer) BETWEEN 1 AND 500) NOT VALID;
