//! When a password has to be changed (docs/reference/decisions.md 2).

use chrono::{DateTime, Duration, Utc};

/// The age from which on a password has to be changed, where its owner wants that.
const LONGEST: Duration = Duration::days(90);

/// Returns whether a password from `since` has to be changed at a sign-in at `now`.
#[must_use]
pub fn is_too_old(since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - since > LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_lasts_ninety_days() {
        let since = DateTime::UNIX_EPOCH;
        assert!(!is_too_old(since, since + Duration::days(90)));
        assert!(is_too_old(
            since,
            since + Duration::days(90) + Duration::seconds(1)
        ));
    }
}
