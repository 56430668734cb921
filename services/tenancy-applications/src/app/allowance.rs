//! How often something may be done, so that nobody floods anybody with mails (T31).

use chrono::{DateTime, Duration, Utc};
use lintel_core::Error;

/// Refuses what would be one more than `limit` within `period`; `first` is when the first of the `count` ones was.
///
/// # Errors
/// `RATE_LIMITED`, with how long to wait.
pub fn check(
    count: i64,
    limit: u32,
    first: Option<DateTime<Utc>>,
    period: Duration,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if count < i64::from(limit) {
        return Ok(());
    }
    let wait = first.map_or(period, |first| first + period - now);
    let wait = wait.to_std().unwrap_or_default();
    Err(Error::rate_limited(
        limit,
        wait.max(std::time::Duration::from_secs(1)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_more_than_the_limit_waits_until_the_first_is_long_enough_ago() {
        let now = DateTime::UNIX_EPOCH + Duration::hours(2);
        let hour = Duration::hours(1);
        let first = Some(now - Duration::minutes(50));
        assert!(check(2, 3, first, hour, now).is_ok());
        let refused = check(3, 3, first, hour, now);
        assert!(matches!(
            refused,
            Err(Error::Exhausted { limit: 3, retry_after, .. }) if retry_after.as_secs() == 600
        ));
    }
}
