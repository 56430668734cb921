//! Work that goes on by itself: how its rounds and its pieces ended.

use opentelemetry::KeyValue;

use super::{BACKUP_ATTEMPTS, FEED_FILES, JOB_ROUNDS, LISTING_PICTURES};

const OUTCOME: &str = "lintel.outcome";

/// Counts a round of `job` by how it ended, and hands its result on.
///
/// # Errors
/// What the round ended with.
pub fn round<T, E>(job: &'static str, ended: Result<T, E>) -> Result<T, E> {
    let outcome = if ended.is_ok() { "done" } else { "failed" };
    JOB_ROUNDS.add(
        1,
        &[
            KeyValue::new("lintel.job", job),
            KeyValue::new(OUTCOME, outcome),
        ],
    );
    ended
}

/// Says that there is a feed `source`: a counter that begins at one would hide its first failure from who asks for increases.
pub fn feed(source: &str) {
    for outcome in ["read", "refused", "not_fetched", "not_read"] {
        FEED_FILES.add(0, &of_feed(source, outcome));
    }
}

/// Counts a file of the operator's feed `source`, or a try to get one, by what became of it.
pub fn feed_file(source: &str, outcome: &'static str) {
    FEED_FILES.add(1, &of_feed(source, outcome));
}

fn of_feed(source: &str, outcome: &'static str) -> [KeyValue; 2] {
    [
        KeyValue::new("lintel.source", source.to_owned()),
        KeyValue::new(OUTCOME, outcome),
    ]
}

/// Counts a picture of a listing that was asked for at its address, by what became of it.
pub fn listing_picture(outcome: &'static str) {
    LISTING_PICTURES.add(1, &[KeyValue::new(OUTCOME, outcome)]);
}

/// Says that backups are made here, as [`feed`] does of feeds.
pub fn backups() {
    for outcome in ["ready", "put_off", "given_up", "broken_off"] {
        BACKUP_ATTEMPTS.add(0, &[KeyValue::new(OUTCOME, outcome)]);
    }
}

/// Counts an attempt to make an organisation's backup by what became of it.
pub fn backup_attempt(outcome: &'static str) {
    BACKUP_ATTEMPTS.add(1, &[KeyValue::new(OUTCOME, outcome)]);
}
