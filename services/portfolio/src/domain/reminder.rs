//! When reminders about certificates and inspections are published.

use std::ops::RangeInclusive;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use lintel_core::{london_clock, spelt};

/// The days before the last day of a certificate on which its expiry is told: the three that a landlord may choose from
/// (docs/reference/screens/settings.md S1 9). The recipients choose by their settings.
pub const EXPIRING: [i32; 3] = [30, 14, 7];
/// The day after, when a certificate has expired and an inspection is overdue.
pub const THE_DAY_AFTER: i32 = -1;
/// The time of day, in London, from which the day's facts are published: when people are awake.
const TOLD_AT: NaiveTime = match NaiveTime::from_hms_opt(8, 0, 0) {
    Some(time) => time,
    None => NaiveTime::MIN,
};
/// The days before the last published day at which the search begins, for certificates that were added or moved since.
const AGAIN: Days = Days::new(3);
/// The most days that the search goes back; earlier due days are no longer published.
const OLDEST: Days = Days::new(30);

spelt! {
    /// The kinds of reminders.
    ReminderKind {
        /// A certificate expires in so many days.
        CertificateExpiring = "CertificateExpiring",
        /// A certificate expired the day before.
        CertificateExpired = "CertificateExpired",
        /// An inspection is due in so many days.
        InspectionDue = "InspectionDue",
        /// An inspection was to be done the day before and was not.
        InspectionOverdue = "InspectionOverdue",
    }
}

/// The last day whose facts are published at `now`: today in London from eight o'clock on, until then yesterday.
#[must_use]
pub fn told_through(now: DateTime<Utc>) -> NaiveDate {
    let local = london_clock(now);
    let today = local.date();
    if local.time() >= TOLD_AT {
        today
    } else {
        today.pred_opt().unwrap_or(today)
    }
}

/// The days whose facts are to be told now, where they were told through `before`: from some days before that on, so that an
/// outage is caught up with, but no further back than a month.
#[must_use]
pub fn days_to_tell(before: Option<NaiveDate>, through: NaiveDate) -> RangeInclusive<NaiveDate> {
    let known = before.unwrap_or(through).min(through);
    let again = known.checked_sub_days(AGAIN).unwrap_or(known);
    let oldest = through.checked_sub_days(OLDEST).unwrap_or(through);
    again.max(oldest)..=through
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_is_told_from_eight_o_clock_in_london_on() {
        for (now, through) in [
            // Winter: London is on UTC.
            ("2026-11-21T07:59:59Z", "2026-11-20"),
            ("2026-11-21T08:00:00Z", "2026-11-21"),
            // Summer: an hour ahead.
            ("2026-07-01T06:59:59Z", "2026-06-30"),
            ("2026-07-01T07:00:00Z", "2026-07-01"),
            // The night in which an hour is left out, and the one that has one twice.
            ("2026-03-28T08:00:00Z", "2026-03-28"),
            ("2026-03-29T06:59:59Z", "2026-03-28"),
            ("2026-03-29T07:00:00Z", "2026-03-29"),
            ("2026-10-24T07:00:00Z", "2026-10-24"),
            ("2026-10-25T07:59:59Z", "2026-10-24"),
            ("2026-10-25T08:00:00Z", "2026-10-25"),
        ] {
            let told = told_through(now.parse().unwrap());
            assert_eq!(told, day(through), "{now}");
        }
    }

    #[test]
    fn an_outage_is_caught_up_with_and_the_long_past_is_not_news() {
        let through = day("2026-11-21");
        for (before, first) in [
            (None, "2026-11-18"),
            (Some("2026-11-21"), "2026-11-18"),
            (Some("2026-11-20"), "2026-11-17"),
            (Some("2026-11-10"), "2026-11-07"),
            (Some("2026-01-01"), "2026-10-22"),
            // A clock that was ahead once.
            (Some("2027-01-01"), "2026-11-18"),
        ] {
            let days = days_to_tell(before.map(day), through);
            assert_eq!(days, day(first)..=through, "{before:?}");
        }
    }
}
