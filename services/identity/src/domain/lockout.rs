//! How repeated failures slow an account's sign-in down (security-reliability.md T12).

use chrono::Duration;

/// The failure from which on there is a delay.
pub const FIRST_DELAYED: u32 = 5;
const LONGEST: Duration = Duration::minutes(15);

/// Whether the delays begin with the `failures`th consecutive one.
#[must_use]
pub const fn begins_at(failures: u32) -> bool {
    failures == FIRST_DELAYED
}

/// How long an account refuses further tries after its `failures`th consecutive one: 2^n seconds from the fifth on, at
/// most 15 minutes.
#[must_use]
pub fn delay_after(failures: u32) -> Option<Duration> {
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

    #[test]
    fn the_delay_doubles_from_the_fifth_failure_up_to_a_quarter_of_an_hour() {
        for (failures, seconds) in [
            (0, None),
            (4, None),
            (5, Some(32)),
            (6, Some(64)),
            (9, Some(512)),
            (10, Some(900)),
            (62, Some(900)),
            (u32::MAX, Some(900)),
        ] {
            assert_eq!(
                delay_after(failures).map(|delay| delay.num_seconds()),
                seconds,
                "{failures}"
            );
        }
    }
}
