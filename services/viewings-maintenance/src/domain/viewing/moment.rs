//! A day and a time of day in London with the instant that they name, and when somebody is reminded of it.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use lintel_core::Violations;

use crate::domain::{check, clock};

/// The time before a viewing at which its tenants get written notice (docs/reference/uk-lettings.md 5.3).
pub const DAY: TimeDelta = TimeDelta::hours(24);

/// The day is missing.
const NO_DAY: &str = "Choose a date.";
/// The time is missing.
const NO_TIME: &str = "Choose a time.";
/// It is over.
const OVER: &str = "Choose a time that is still to come.";
/// Summer time leaves it out.
const LEFT_OUT: &str =
    "The clocks go forward on this day, so that this time does not exist. Choose another time.";
/// The last day that a viewing may be on: nobody plans further ahead, and every date up to then is a date everywhere.
const FURTHEST: TimeDelta = TimeDelta::days(366 * 2);

/// A day and a time of day in Europe/London (docs/reference/uk-lettings.md 5.3: stored as local values).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The day.
    pub day: NaiveDate,
    /// The time of day.
    pub time: NaiveTime,
    /// The same as an instant.
    pub instant: DateTime<Utc>,
}

impl Moment {
    /// The moment at an instant, which must be a whole minute.
    #[must_use]
    pub fn at(instant: DateTime<Utc>) -> Self {
        let (day, time) = clock::local(instant);
        Self { day, time, instant }
    }

    /// The moment that somebody named by these two fields, which must lie after `now`. A time that comes twice, when the clocks go back,
    /// is the first; one that does not exist is refused.
    pub fn named(
        found: &mut Violations,
        (day_field, day): (&str, Option<NaiveDate>),
        (time_field, time): (&str, Option<NaiveTime>),
        now: DateTime<Utc>,
    ) -> Option<Self> {
        if day.is_none() {
            check::refuse(found, day_field, NO_DAY);
        }
        if time.is_none() {
            check::refuse(found, time_field, NO_TIME);
        }
        let (day, time) = day.zip(time)?;
        let (today, _) = clock::local(now);
        if day < today {
            check::refuse(found, day_field, OVER);
            return None;
        }
        if day - today > FURTHEST {
            check::refuse(found, day_field, "Choose a date within two years.");
            return None;
        }
        let Some(instant) = clock::instant_of(day, time) else {
            check::refuse(found, time_field, LEFT_OUT);
            return None;
        };
        if instant <= now {
            check::refuse(found, time_field, OVER);
            return None;
        }
        Some(Self { day, time, instant })
    }
}

/// When the viewer is reminded: at the same time of day on the day before; an hour later where the clocks leave that time out. `None`
/// where that is over at `now`: who books on the day before needs no reminder.
#[must_use]
pub fn remind_at(at: Moment, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let before = at.day.pred_opt()?;
    let remind = clock::instant_of(before, at.time).or_else(|| {
        let (later, _) = at.time.overflowing_add_signed(TimeDelta::hours(1));
        clock::instant_of(before, later)
    })?;
    (remind > now).then_some(remind)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const NOW: &str = "2026-11-25T10:00:00Z";

    fn named(day: &str, time: &str, now: &str) -> Result<String, (String, String)> {
        let mut found = Violations::default();
        let moment = Moment::named(
            &mut found,
            ("viewing_date", day.parse().ok()),
            ("viewing_time", time.parse().ok()),
            now.parse().unwrap(),
        );
        match found.iter().next() {
            Some(first) => Err((first.field.clone(), first.message.clone())),
            None => Ok(moment.unwrap().instant.to_rfc3339()),
        }
    }

    #[test]
    fn a_time_that_is_over_is_refused_by_the_field_that_is_wrong() {
        let over = |field: &str| Err((field.to_owned(), OVER.to_owned()));
        assert_eq!(
            named("2026-11-25", "10:01:00", NOW),
            Ok("2026-11-25T10:01:00+00:00".to_owned())
        );
        assert_eq!(named("2026-11-25", "10:00:00", NOW), over("viewing_time"));
        assert_eq!(named("2026-11-24", "23:59:00", NOW), over("viewing_date"));
        assert!(named("2028-11-26", "10:00:00", NOW).is_ok());
        assert!(named("2029-11-26", "10:00:00", NOW).is_err());
    }

    #[test]
    fn what_is_missing_is_named() {
        let (field, text) = named("", "10:00:00", NOW).unwrap_err();
        assert_eq!((field.as_str(), text.as_str()), ("viewing_date", NO_DAY));
        let (field, text) = named("2026-11-26", "", NOW).unwrap_err();
        assert_eq!((field.as_str(), text.as_str()), ("viewing_time", NO_TIME));
    }

    #[test]
    fn a_skipped_time_is_refused_and_a_repeated_one_is_the_first() {
        let (field, text) = named("2027-03-28", "01:30:00", NOW).unwrap_err();
        assert_eq!((field.as_str(), text.as_str()), ("viewing_time", LEFT_OUT));
        assert_eq!(
            named("2027-10-31", "01:30:00", NOW),
            Ok("2027-10-31T00:30:00+00:00".to_owned())
        );
    }

    #[test]
    fn r18_reminders_are_right_at_clock_changes_and_ends_of_months() {
        for (begins, due) in [
            // The clocks go forward on the 28th, and back on the 31st.
            ("2027-03-27T10:00:00Z", "2027-03-26T10:00:00+00:00"),
            ("2027-03-28T09:00:00Z", "2027-03-27T10:00:00+00:00"),
            ("2027-03-29T09:00:00Z", "2027-03-28T09:00:00+00:00"),
            ("2027-10-31T10:00:00Z", "2027-10-30T09:00:00+00:00"),
            // Half past one comes twice on the 31st: the first is 00:30, the second 01:30 by the sun.
            ("2027-10-31T00:30:00Z", "2027-10-30T00:30:00+00:00"),
            ("2027-10-31T01:30:00Z", "2027-10-30T00:30:00+00:00"),
            ("2027-11-01T10:00:00Z", "2027-10-31T10:00:00+00:00"),
            // The ends of months with 30 and 28 days, of a year, and a leap day.
            ("2027-05-01T10:00:00Z", "2027-04-30T10:00:00+00:00"),
            ("2027-03-01T10:00:00Z", "2027-02-28T10:00:00+00:00"),
            ("2027-01-01T10:00:00Z", "2026-12-31T10:00:00+00:00"),
            ("2028-03-01T10:00:00Z", "2028-02-29T10:00:00+00:00"),
            ("2028-02-29T10:00:00Z", "2028-02-28T10:00:00+00:00"),
        ] {
            let at = Moment::at(begins.parse().unwrap());
            let reminder = remind_at(at, NOW.parse().unwrap()).map(|at| at.to_rfc3339());
            assert_eq!(reminder.as_deref(), Some(due), "{begins}");
        }
    }

    #[test]
    fn a_reminder_comes_at_the_same_time_of_day_on_the_day_before() {
        let reminder = |at: &str, now: &str| {
            let at = Moment::at(at.parse().unwrap());
            remind_at(at, now.parse().unwrap()).map(|at| at.to_rfc3339())
        };
        let expected = |at: &str| Some(at.to_owned());
        assert_eq!(
            reminder("2026-12-01T14:00:00Z", NOW),
            expected("2026-11-30T14:00:00+00:00")
        );
        // The clocks went forward in between: fourteen o'clock on both days.
        assert_eq!(
            reminder("2027-03-28T13:00:00Z", NOW),
            expected("2027-03-27T14:00:00+00:00")
        );
        // The day before has no half past one.
        assert_eq!(
            reminder("2027-03-29T00:30:00Z", NOW),
            expected("2027-03-28T01:30:00+00:00")
        );
        assert_eq!(reminder("2026-11-26T10:00:00Z", NOW), None);
    }
}
