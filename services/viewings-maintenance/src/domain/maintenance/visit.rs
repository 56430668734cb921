//! When somebody comes, and the notice that is given of it.

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveTime, TimeDelta, Utc};
use lintel_core::{Error, Violations};

use super::invalid::INVALID;
use crate::domain::{check, clock};

/// Written notice is given at least so long before somebody enters (docs/reference/uk-lettings.md 5.1).
pub const NOTICE: TimeDelta = TimeDelta::hours(24);

/// A visit of a contractor or of the landlord.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The day.
    pub date: NaiveDate,
    /// From, on the clock of Europe/London.
    pub start: NaiveTime,
    /// To, later on the same day.
    pub end: NaiveTime,
    /// Notes.
    pub notes: Option<String>,
    /// True when the tenant agreed to less than 24 hours' notice.
    pub tenant_agreed: bool,
    /// When the tenant was given written notice of it.
    pub noticed_at: Option<DateTime<Utc>>,
}

/// A visit as typed.
#[derive(Debug, Clone, Default)]
pub struct VisitDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The day.
    pub date: Option<NaiveDate>,
    /// From.
    pub start: Option<NaiveTime>,
    /// To.
    pub end: Option<NaiveTime>,
    /// Notes.
    pub notes: String,
    /// True when the tenant agreed to less than 24 hours' notice.
    pub tenant_agreed: bool,
}

/// The circumstances on which the rules of a visit depend.
#[derive(Debug, Clone, Copy)]
pub struct Circumstances<'a> {
    /// The visit that is booked now.
    pub before: Option<&'a Visit>,
    /// True when the request is an emergency.
    pub emergency: bool,
    /// True when somebody lives there, who is to be given notice.
    pub lived_in: bool,
    /// When it is booked.
    pub now: DateTime<Utc>,
}

impl Visit {
    /// Judges what was typed.
    ///
    /// # Errors
    /// `MAINTENANCE_INVALID` with every offending field; a visit at less than 24 hours' notice names `start_time`.
    pub fn try_new(draft: VisitDraft, about: Circumstances<'_>) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let notes = check::note(&mut found, "notes", &draft.notes, 500);
        for (field, missing, message) in [
            ("visit_date", draft.date.is_none(), "Choose a day."),
            ("start_time", draft.start.is_none(), "Choose a time."),
            ("end_time", draft.end.is_none(), "Choose a time."),
        ] {
            if missing {
                check::refuse(&mut found, field, message);
            }
        }
        if draft
            .date
            .is_some_and(|day| !(2000..=2199).contains(&day.year()))
        {
            check::refuse(
                &mut found,
                "visit_date",
                "Choose a day between 2000 and 2199.",
            );
        }
        let (Some(date), Some(start), Some(end)) = (draft.date, draft.start, draft.end) else {
            found.into_result(INVALID)?;
            return Err(Error::internal("a field is missing that was not refused"));
        };
        let visit = Self {
            date,
            start,
            end,
            notes,
            tenant_agreed: draft.tenant_agreed,
            noticed_at: None,
        };
        if start >= end {
            check::refuse(&mut found, "end_time", "Choose a time after the beginning.");
        }
        if about
            .before
            .is_none_or(|before| !before.is_at_the_time_of(&visit))
        {
            visit.check_time(&mut found, about);
        }
        found.into_result(INVALID)?;
        Ok(visit)
    }

    fn check_time(&self, found: &mut Violations, about: Circumstances<'_>) {
        match clock::instant_of(self.date, self.start) {
            None => check::refuse(
                found,
                "start_time",
                "The clocks leave this time out. Choose another.",
            ),
            Some(starts) if starts < about.now => {
                check::refuse(found, "start_time", "Choose a time that is to come.");
            }
            Some(starts) if starts < about.now + NOTICE => {
                if about.lived_in && !about.emergency && !self.tenant_agreed {
                    check::refuse(
                        found,
                        "start_time",
                        "Give 24 hours’ notice, or say that the tenant has agreed to less.",
                    );
                }
            }
            Some(_) => {}
        }
    }

    /// When it begins. A time that the clocks leave out cannot be booked.
    #[must_use]
    pub fn starts_at(&self) -> Option<DateTime<Utc>> {
        clock::instant_of(self.date, self.start)
    }

    /// When it ends.
    #[must_use]
    pub fn ends_at(&self) -> Option<DateTime<Utc>> {
        clock::instant_of(self.date, self.end)
    }

    /// Returns whether it is over at `now`.
    #[must_use]
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.ends_at().is_some_and(|end| end <= now)
    }

    /// Returns whether both are at the same time.
    #[must_use]
    pub fn is_at_the_time_of(&self, other: &Self) -> bool {
        (self.date, self.start, self.end) == (other.date, other.start, other.end)
    }

    /// The time as people read it.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "{}, {} to {}",
            self.date.format("%-d %B %Y"),
            self.start.format("%H:%M"),
            self.end.format("%H:%M")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-11-25T10:00:00Z";

    fn draft(date: &str, start: &str, end: &str) -> VisitDraft {
        VisitDraft {
            date: date.parse().ok(),
            start: NaiveTime::parse_from_str(start, "%H:%M").ok(),
            end: NaiveTime::parse_from_str(end, "%H:%M").ok(),
            ..VisitDraft::default()
        }
    }

    fn quiet() -> Circumstances<'static> {
        Circumstances {
            before: None,
            emergency: false,
            lived_in: true,
            now: NOW.parse().unwrap_or_default(),
        }
    }

    fn fields(refused: Result<Visit, Error>) -> Vec<String> {
        match refused {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn who_lives_there_has_24_hours_notice() {
        let soon = draft("2026-11-26", "09:59", "11:00");
        assert_eq!(
            fields(Visit::try_new(soon.clone(), quiet())),
            ["start_time"]
        );
        assert!(Visit::try_new(draft("2026-11-26", "10:00", "11:00"), quiet()).is_ok());
        let agreed = VisitDraft {
            tenant_agreed: true,
            ..soon.clone()
        };
        assert!(Visit::try_new(agreed, quiet()).is_ok());
        for about in [
            Circumstances {
                emergency: true,
                ..quiet()
            },
            Circumstances {
                lived_in: false,
                ..quiet()
            },
        ] {
            assert!(Visit::try_new(soon.clone(), about).is_ok());
            let past = draft("2026-11-25", "09:00", "11:00");
            assert_eq!(fields(Visit::try_new(past, about)), ["start_time"]);
        }
    }

    #[test]
    fn a_visit_that_stays_at_its_time_needs_no_new_notice() {
        let soon = draft("2026-11-25", "09:00", "11:00");
        let before = Visit {
            date: soon.date.unwrap_or_default(),
            start: soon.start.unwrap_or_default(),
            end: soon.end.unwrap_or_default(),
            notes: None,
            tenant_agreed: false,
            noticed_at: None,
        };
        let about = Circumstances {
            before: Some(&before),
            ..quiet()
        };
        assert!(Visit::try_new(soon, about).is_ok());
        assert_eq!(before.text(), "25 November 2026, 09:00 to 11:00");
    }

    #[test]
    fn every_offending_field_is_named() {
        let missing = Visit::try_new(VisitDraft::default(), quiet());
        assert_eq!(fields(missing), ["visit_date", "start_time", "end_time"]);
        let backwards = draft("2026-12-01", "11:00", "11:00");
        assert_eq!(fields(Visit::try_new(backwards, quiet())), ["end_time"]);
        let left_out = draft("2027-03-28", "01:30", "03:00");
        assert_eq!(fields(Visit::try_new(left_out, quiet())), ["start_time"]);
        let long = VisitDraft {
            notes: "x".repeat(501),
            ..draft("2026-12-01", "09:00", "11:00")
        };
        assert_eq!(fields(Visit::try_new(long, quiet())), ["notes"]);
    }
}
