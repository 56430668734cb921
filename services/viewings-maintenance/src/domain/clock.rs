//! The clock of Europe/London: day and time of day, and the instant that they name, across summer time.

use chrono::{DateTime, NaiveDate, NaiveTime, Timelike as _, Utc};
use chrono_tz::Europe::London;
use lintel_core::london_clock;

/// The instant at which it is `time` on `day` in London. An hour that comes twice, when the clocks go back, is the first; `None` for a
/// time that does not exist, when they go forward.
#[must_use]
pub fn instant_of(day: NaiveDate, time: NaiveTime) -> Option<DateTime<Utc>> {
    let local = day.and_time(time).and_local_timezone(London);
    local.earliest().map(|at| at.with_timezone(&Utc))
}

/// The day and the time of day, in whole minutes, in London at an instant.
#[must_use]
pub fn local(at: DateTime<Utc>) -> (NaiveDate, NaiveTime) {
    let local = london_clock(at);
    let time = local.time();
    let time = NaiveTime::from_hms_opt(time.hour(), time.minute(), 0).unwrap_or(time);
    (local.date(), time)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn at(day: &str, time: &str) -> Option<String> {
        let found = instant_of(day.parse().unwrap(), time.parse().unwrap());
        found.map(|at| at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
    }

    #[test]
    fn a_time_is_an_hour_earlier_in_utc_in_summer() {
        let winter = at("2026-12-01", "14:00:00");
        assert_eq!(winter.as_deref(), Some("2026-12-01T14:00:00Z"));
        let summer = at("2026-07-01", "14:00:00");
        assert_eq!(summer.as_deref(), Some("2026-07-01T13:00:00Z"));
    }

    #[test]
    fn skipped_hours_do_not_exist_and_repeated_ones_are_the_first() {
        assert_eq!(at("2027-03-28", "01:00:00"), None);
        assert_eq!(at("2027-03-28", "01:59:00"), None);
        assert_eq!(
            at("2027-03-28", "02:00:00").as_deref(),
            Some("2027-03-28T01:00:00Z")
        );
        assert_eq!(
            at("2026-10-25", "01:30:00").as_deref(),
            Some("2026-10-25T00:30:00Z")
        );
    }

    #[test]
    fn every_minute_that_exists_comes_back_as_it_was() {
        for day in ["2026-10-24", "2026-10-25", "2026-10-26", "2027-03-28"] {
            let day: NaiveDate = day.parse().unwrap();
            for minute in 0..24 * 60 {
                let time = NaiveTime::from_hms_opt(minute / 60, minute % 60, 0).unwrap();
                if let Some(at) = instant_of(day, time) {
                    assert_eq!(local(at), (day, time));
                }
            }
        }
    }
}
