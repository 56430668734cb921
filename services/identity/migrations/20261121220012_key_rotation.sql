-- Signing keys are rotated: a new one is announced before it signs, and the ones before it are retired when their tokens are over.
SET lock_timeout = '5s';

-- Since when it signs; null for keys from before, which signed at once.
ALTER TABLE signing_keys ADD COLUMN signs_from timestamptz;

GRANT UPDATE (sealed_secret, retired_at), DELETE ON signing_keys TO lintel_worker;
