//! Delays after repeated wrong passwords or codes (docs/reference/promises.md T12).

use chrono::{DateTime, Duration, Utc};

/// The number of failures from which on there is a delay.
pub const FIRST_DELAYED: u32 = 5;
/// The number of consecutive failures after which no try is judged until the password was reset (NIST SP 800-63B, section 5.2.2).
pub const LAST: u32 = 100;
const LONGEST: Duration = Duration::minutes(15);

/// Consecutive failures of one kind: wrong passwords for an address, from a device or in a session, or wrong codes for an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failures {
    /// Failures since the last success.
    pub count: i32,
    /// Until when no try is judged.
    pub locked_until: Option<DateTime<Utc>>,
}

impl Failures {
    /// The failures with another one at `now`.
    #[must_use]
    pub fn and_one_at(self, now: DateTime<Utc>) -> Self {
        let more = Self {
            count: self.count.saturating_add(1),
            locked_until: None,
        };
        Self {
            locked_until: delay_after(more.number()).map(|delay| now + delay),
            ..more
        }
    }

    /// Returns the time to wait at `now` until the next try is judged; `None` where it may come now.
    #[must_use]
    pub fn wait(self, now: DateTime<Utc>) -> Option<Duration> {
        self.locked_until
            .filter(|until| now < *until)
            .map(|until| until - now)
    }

    /// Returns whether the owner is told about the latest failure: it is the first with a delay, or the one that requires a reset.
    #[must_use]
    pub fn are_told(self) -> bool {
        [FIRST_DELAYED, LAST].contains(&self.number())
    }

    /// Returns whether the password has to be reset.
    #[must_use]
    pub fn take_a_reset(self) -> bool {
        self.number() >= LAST
    }

    fn number(self) -> u32 {
        u32::try_from(self.count).unwrap_or_default()
    }
}

/// The delay after the `failures`th consecutive failure: 2^n seconds from the fifth on, at most 15 minutes.
fn delay_after(failures: u32) -> Option<Duration> {
    (failures >= FIRST_DELAYED).then(|| {
        2_i64
            .checked_pow(failures)
            .and_then(Duration::try_seconds)
            .map_or(LONGEST, |delay| delay.min(LONGEST))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    const fn failures(count: i32) -> Failures {
        Failures {
            count,
            locked_until: None,
        }
    }

    #[test]
    fn the_owner_hears_of_the_first_pause_and_of_the_last_try() {
        let told: Vec<_> = (0..300)
            .filter(|count| failures(*count).are_told())
            .collect();
        assert_eq!(told, [5, 100]);
        let over: Vec<_> = (0..300)
            .filter(|count| failures(*count).take_a_reset())
            .collect();
        assert_eq!(over, (100..300).collect::<Vec<_>>());
    }

    #[test]
    fn the_delay_doubles_from_the_fifth_failure_up_to_a_quarter_of_an_hour() {
        for (before, seconds) in [
            (0, None),
            (3, None),
            (4, Some(32)),
            (5, Some(64)),
            (8, Some(512)),
            (9, Some(900)),
            (61, Some(900)),
            (i32::MAX, Some(900)),
        ] {
            let now = failures(before).and_one_at(NOW);
            assert_eq!(now.count, before.saturating_add(1));
            assert_eq!(
                now.wait(NOW).map(|wait| wait.num_seconds()),
                seconds,
                "{before}"
            );
        }
    }

    #[test]
    fn a_delay_is_over_at_its_end_and_begins_anew_with_the_next_failure() {
        let fifth = failures(4).and_one_at(NOW);
        let end = NOW + Duration::seconds(32);
        assert_eq!(
            fifth.wait(end - Duration::seconds(1)),
            Some(Duration::seconds(1))
        );
        assert_eq!(fifth.wait(end), None);
        assert_eq!(fifth.and_one_at(end).wait(end), Some(Duration::seconds(64)));
    }
}
