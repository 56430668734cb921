//! When digests are sent, and what one says.

use chrono::{DateTime, Datelike as _, Days, NaiveTime, TimeDelta, Utc, Weekday};
use chrono_tz::Europe::London;
use lintel_core::london_clock;

use super::{NotificationKind, Said};

/// A digest that could not be sent for so long joins the next one.
const TOO_LATE: TimeDelta = TimeDelta::days(1);

/// The interval of an account's digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestRhythm {
    /// At eight every morning.
    Daily,
    /// At eight on Monday morning.
    Weekly,
}

impl DigestRhythm {
    /// The first moment after `instant` at which such a digest is due: eight in the morning in London.
    #[must_use]
    pub fn next_after(self, instant: DateTime<Utc>) -> DateTime<Utc> {
        let local = london_clock(instant);
        let mut day = local.date();
        let eight = NaiveTime::MIN + TimeDelta::hours(8);
        if local.time() >= eight {
            day = day + Days::new(1);
        }
        if self == Self::Weekly {
            let ahead = Weekday::Mon.days_since(day.weekday());
            day = day + Days::new(ahead.into());
        }
        let due = day.and_time(eight);
        // London's clocks change at one in the morning, so every eight o'clock exists exactly once.
        let due_there = due.and_local_timezone(London).earliest();
        due_there.map_or_else(|| due.and_utc(), |due| due.with_timezone(&Utc))
    }
}

/// Returns whether a digest that was due at `due` is sent at `now`; otherwise it joins the next one.
#[must_use]
pub fn is_worth_sending(due: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - due < TOO_LATE
}

/// The part of a digest about one kind of thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestGroup {
    /// The kind.
    pub kind: NotificationKind,
    /// The news, the oldest first.
    pub items: Vec<Said>,
}

impl NotificationKind {
    /// The heading of such things in a digest.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Certificate => "Certificates",
            Self::Inspection => "Inspections",
            Self::Application => "Applications",
            Self::Reference => "References",
            Self::Document => "Documents",
            Self::Viewing => "Viewings",
            Self::Maintenance => "Maintenance",
            Self::Listing => "Homes for sale",
            Self::Member => "Members",
            Self::Security => "Security",
            Self::Delivery => "Emails",
            Self::Backup => "Backups",
            Self::Rent => "Rent",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(rhythm: DigestRhythm, instant: &str) -> String {
        let instant = instant.parse().unwrap_or_default();
        rhythm.next_after(instant).to_rfc3339()
    }

    #[test]
    fn a_digest_is_due_at_eight_in_london_in_summer_and_in_winter() {
        let daily = |instant| next(DigestRhythm::Daily, instant);
        assert_eq!(daily("2026-11-25T07:59:59Z"), "2026-11-25T08:00:00+00:00");
        assert_eq!(daily("2026-11-25T08:00:00Z"), "2026-11-26T08:00:00+00:00");
        assert_eq!(daily("2026-07-01T06:59:59Z"), "2026-07-01T07:00:00+00:00");
        assert_eq!(daily("2026-07-01T07:00:00Z"), "2026-07-02T07:00:00+00:00");
        // The nights in which the clocks change: 29 March and 25 October 2026.
        assert_eq!(daily("2026-03-28T12:00:00Z"), "2026-03-29T07:00:00+00:00");
        assert_eq!(daily("2026-10-24T12:00:00Z"), "2026-10-25T08:00:00+00:00");
    }

    #[test]
    fn a_weekly_digest_is_due_on_monday() {
        let weekly = |instant| next(DigestRhythm::Weekly, instant);
        assert_eq!(weekly("2026-11-25T10:00:00Z"), "2026-11-30T08:00:00+00:00");
        assert_eq!(weekly("2026-11-30T07:00:00Z"), "2026-11-30T08:00:00+00:00");
        assert_eq!(weekly("2026-11-30T09:00:00Z"), "2026-12-07T08:00:00+00:00");
        // Summer time begins on Sunday.
        assert_eq!(weekly("2026-03-27T10:00:00Z"), "2026-03-30T07:00:00+00:00");
    }

    #[test]
    fn a_digest_that_is_a_day_late_joins_the_next() {
        let due = DateTime::UNIX_EPOCH;
        assert!(is_worth_sending(due, due + TimeDelta::hours(23)));
        assert!(!is_worth_sending(due, due + TimeDelta::hours(24)));
    }
}
