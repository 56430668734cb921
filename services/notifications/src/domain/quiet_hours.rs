//! The hours in which push and text messages wait.

use std::time::Duration;

use chrono::{DateTime, Days, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Europe::London;
use lintel_core::london_clock;

/// From when until when, on the clock of London; the end may be on the next day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    /// The first minute that is quiet.
    pub from: NaiveTime,
    /// The first one that is not any more.
    pub until: NaiveTime,
}

impl QuietHours {
    /// Returns how long they last from `now` on; `None` outside of them.
    #[must_use]
    pub fn left(self, now: DateTime<Utc>) -> Option<Duration> {
        let local = london_clock(now);
        let (day, time) = (local.date(), local.time());
        let quiet = if self.from <= self.until {
            (self.from..self.until).contains(&time)
        } else {
            time >= self.from || time < self.until
        };
        if !quiet {
            return None;
        }
        let end = if time < self.until {
            day
        } else {
            day + Days::new(1)
        };
        // An end in the hour that comes twice is the first of the two, but not one that has passed.
        let over = in_london(end.and_time(self.until));
        let over = if over > now {
            over
        } else {
            over + TimeDelta::hours(1)
        };
        (over - now).to_std().ok()
    }
}

/// The instant of a civil time; one in the hour that the clocks leave out is the moment at which they go forward.
fn in_london(time: NaiveDateTime) -> DateTime<Utc> {
    let there = time.and_local_timezone(London);
    there.earliest().map_or_else(
        || {
            let later = (time + TimeDelta::hours(1)).and_local_timezone(London);
            let hour = later.earliest().map(|later| later.with_timezone(&Utc));
            hour.unwrap_or_else(|| time.and_utc())
        },
        |there| there.with_timezone(&Utc),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(from: &str, until: &str, now: &str) -> String {
        let time = |text: &str| NaiveTime::parse_from_str(text, "%H:%M").unwrap_or_default();
        let hours = QuietHours {
            from: time(from),
            until: time(until),
        };
        let now: DateTime<Utc> = now.parse().unwrap_or_default();
        hours.left(now).map_or_else(
            || "now".to_owned(),
            |left| (now + left).format("%Y-%m-%dT%H:%MZ").to_string(),
        )
    }

    #[test]
    fn it_waits_until_the_quiet_hours_are_over() {
        for (from, until, now, expected) in [
            // Across midnight, in winter.
            ("22:00", "07:00", "2026-11-25T21:59:00Z", "now"),
            (
                "22:00",
                "07:00",
                "2026-11-25T22:00:00Z",
                "2026-11-26T07:00Z",
            ),
            (
                "22:00",
                "07:00",
                "2026-11-26T06:59:00Z",
                "2026-11-26T07:00Z",
            ),
            ("22:00", "07:00", "2026-11-26T07:00:00Z", "now"),
            // In summer London is an hour ahead.
            ("22:00", "07:00", "2026-07-01T20:59:00Z", "now"),
            (
                "22:00",
                "07:00",
                "2026-07-01T21:00:00Z",
                "2026-07-02T06:00Z",
            ),
            // Within one day.
            ("12:00", "14:00", "2026-11-25T11:59:00Z", "now"),
            (
                "12:00",
                "14:00",
                "2026-11-25T13:30:00Z",
                "2026-11-25T14:00Z",
            ),
            ("12:00", "14:00", "2026-11-25T14:00:00Z", "now"),
            // Begin and end alike: never quiet.
            ("22:00", "22:00", "2026-11-25T22:00:00Z", "now"),
            // The night in which summer time begins is an hour shorter, the one in which it ends an hour longer.
            (
                "22:00",
                "07:00",
                "2026-03-28T23:00:00Z",
                "2026-03-29T06:00Z",
            ),
            (
                "22:00",
                "07:00",
                "2026-10-24T22:00:00Z",
                "2026-10-25T07:00Z",
            ),
            // An end in the hour that is left out, and in the hour that comes twice.
            (
                "22:00",
                "01:30",
                "2026-03-29T00:30:00Z",
                "2026-03-29T01:30Z",
            ),
            (
                "22:00",
                "01:30",
                "2026-10-25T00:10:00Z",
                "2026-10-25T00:30Z",
            ),
            (
                "22:00",
                "01:30",
                "2026-10-25T01:10:00Z",
                "2026-10-25T01:30Z",
            ),
        ] {
            assert_eq!(over(from, until, now), expected, "{from}–{until} at {now}");
        }
    }
}
