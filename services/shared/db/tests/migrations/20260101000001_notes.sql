-- A table like any service's, for the tests of what all services share.
CREATE TABLE notes (
    note_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organisation_id bigint NOT NULL
);
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
CREATE POLICY notes_organisation ON notes TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint)
    WITH CHECK (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
CREATE POLICY notes_worker ON notes TO lintel_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON notes TO lintel_app;
GRANT SELECT, INSERT ON notes TO lintel_worker;
