-- A browser gets news as long as nobody ends the session in which it asked for them.
SET LOCAL lock_timeout = '800ms';

-- Null where a program of before kept it: nothing is sent there, and the browser is asked to subscribe again.
ALTER TABLE push_subscriptions ADD COLUMN session_id uuid;
