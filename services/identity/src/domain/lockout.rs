//! How repeated failures slow an account's sign-in down (security-reliability.md T12).

use chrono::Duration;

/// The failure from which on there is a delay.
pub const FIRST_DELAYED: u32 = 5;
/// So many consecutive failures are the last: then no password is judged any more until it was reset (NIST SP 800-63B,
/// section 5.2.2).
pub const LAST: u32 = 100;
const LONGEST: Duration = Duration::minutes(15);

/// Whether the owner hears of the `failures`th consecutive one: the delays begin with it, or the password has to be reset.
#[must_use]
pub const fn is_told(failures: u32) -> bool {
    failures == FIRST_DELAYED || failures == LAST
}

/// Whether the password has to be reset after so many consecutive failures.
#[must_use]
pub const fn takes_a_reset(failures: u32) -> bool {
    failures >= LAST
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
    fn the_owner_hears_of_the_first_pause_and_of_the_last_try_after_which_only_a_reset_helps() {
        let told: Vec<_> = (0..300).filter(|failures| is_told(*failures)).collect();
        assert_eq!(told, [5, 100]);
        let over: Vec<_> = (0..300)
            .filter(|failures| takes_a_reset(*failures))
            .collect();
        assert_eq!(over, (100..300).collect::<Vec<_>>());
    }

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
