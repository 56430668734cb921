-- The answers kept for repeats belong to whoever asked, in the organisation in which they asked: who was removed from it, or acts in
-- another, gets none of them.
SET lock_timeout = '5s';

-- What was kept before names no organisation, and is JSON where protobuf is read now. It is gone 48 hours earlier than it would be.
TRUNCATE request_ids;
-- See RequestKey::of_caller.
ALTER POLICY request_ids_app ON request_ids
    USING (scope LIKE 'anon:%'
        OR scope = 'user:' || nullif(current_setting('app.user_id', true), '')
            || '@' || coalesce(current_setting('app.organisation_id', true), ''));
