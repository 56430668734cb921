//! The time as a parameter, so that rules that depend on the day can be tested on any day.

use std::sync::Mutex;

use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, NaiveTime, SubsecRound, Utc};
use chrono_tz::Europe::London;

/// Returns the current time in UTC, truncated to the microsecond that PostgreSQL keeps.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// The current time.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place where the machine's time comes in"
    )]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// A clock that only moves when it is told to; for tests of rules that depend on time.
#[derive(Debug)]
pub struct FixedClock(Mutex<DateTime<Utc>>);

impl FixedClock {
    /// A clock that shows `now`.
    #[must_use]
    pub fn new(now: DateTime<Utc>) -> Self {
        Self(Mutex::new(now.trunc_subsecs(6)))
    }

    /// Moves the clock by `step`, which may be negative.
    pub fn advance(&self, step: Duration) {
        let mut now = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *now += step;
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The local date and time in Europe/London at `instant`.
#[must_use]
pub fn london_clock(instant: DateTime<Utc>) -> NaiveDateTime {
    instant.with_timezone(&London).naive_local()
}

/// The calendar day in Europe/London at `instant` (docs/reference/decisions.md 3: days are London days).
#[must_use]
pub fn london_date(instant: DateTime<Utc>) -> NaiveDate {
    instant.with_timezone(&London).date_naive()
}

/// The instant at which `day` begins in Europe/London.
#[must_use]
pub fn london_midnight(day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // London's clocks change at one in the morning, so every midnight exists exactly once.
    let start = midnight.and_local_timezone(London).earliest();
    start.map_or_else(|| midnight.and_utc(), |start| start.with_timezone(&Utc))
}

/// Today in Europe/London by `clock`.
#[must_use]
pub fn london_today(clock: &dyn Clock) -> NaiveDate {
    london_date(clock.now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_late_on_a_summer_evening_is_already_tomorrow_in_london() {
        let instant = "2026-06-30T23:30:00Z".parse().unwrap_or_default();
        assert_eq!(london_date(instant).to_string(), "2026-07-01");
    }

    #[test]
    fn a_fixed_clock_moves_only_when_told() {
        let clock = FixedClock::new(DateTime::UNIX_EPOCH);
        assert_eq!(clock.now(), DateTime::UNIX_EPOCH);
        clock.advance(Duration::minutes(5));
        assert_eq!(clock.now(), DateTime::UNIX_EPOCH + Duration::minutes(5));
    }
}
