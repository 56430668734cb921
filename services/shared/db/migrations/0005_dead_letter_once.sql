-- A process that dies between keeping a dead letter and telling the broker keeps it again at the next delivery.
SET lock_timeout = '5s';

CREATE UNIQUE INDEX dead_letter_consumer_event_id_uq ON dead_letter (consumer, event_id) WHERE state = 'open';
