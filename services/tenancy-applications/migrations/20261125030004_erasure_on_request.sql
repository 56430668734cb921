-- An Owner may erase an application of somebody who asks for it: what is left says that there was one, and when it went.
SET lock_timeout = '5s';

GRANT DELETE ON applications TO lintel_app;
CREATE POLICY erased_applications_app ON erased_applications TO lintel_app
    USING (organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint);
GRANT SELECT, INSERT ON erased_applications TO lintel_app;
