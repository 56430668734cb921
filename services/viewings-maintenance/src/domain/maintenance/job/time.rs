//! A time on one day, by the clock of Europe/London.

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveTime, Utc};
use lintel_core::Violations;

use crate::domain::{
    check, clock,
    maintenance::{Circumstances, VisitDraft},
};

/// A time on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobTime {
    /// The day.
    pub date: NaiveDate,
    /// From.
    pub start: NaiveTime,
    /// To, later on the same day.
    pub end: NaiveTime,
}

/// A time as typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JobTimeDraft {
    /// The day.
    pub date: Option<NaiveDate>,
    /// From.
    pub start: Option<NaiveTime>,
    /// To.
    pub end: Option<NaiveTime>,
}

impl JobTime {
    /// Judges what was typed of the time at `path`; a time that is over or that the clocks leave out is refused.
    pub fn try_read(
        found: &mut Violations,
        path: &str,
        draft: JobTimeDraft,
        now: DateTime<Utc>,
    ) -> Option<Self> {
        let day = format!("{path}.job_date");
        let (start, end) = (format!("{path}.start_time"), format!("{path}.end_time"));
        for (field, missing, message) in [
            (&day, draft.date.is_none(), "Choose a day."),
            (&start, draft.start.is_none(), "Choose a time."),
            (&end, draft.end.is_none(), "Choose a time."),
        ] {
            if missing {
                check::refuse(found, field, message);
            }
        }
        let time = Self {
            date: draft.date?,
            start: draft.start?,
            end: draft.end?,
        };
        let mut fits = true;
        let mut refuse = |field: &str, message: &str| {
            check::refuse(found, field, message);
            fits = false;
        };
        if !(2000..=2199).contains(&time.date.year()) {
            refuse(&day, "Choose a day between 2000 and 2199.");
        }
        if time.start >= time.end {
            refuse(&end, "Choose a time after the beginning.");
        }
        match time.starts_at() {
            None => refuse(&start, "The clocks leave this time out. Choose another."),
            Some(starts) if starts < now => refuse(&start, "Choose a time that is to come."),
            Some(_) => {}
        }
        fits.then_some(time)
    }

    /// When it begins.
    #[must_use]
    pub fn starts_at(&self) -> Option<DateTime<Utc>> {
        clock::instant_of(self.date, self.start)
    }

    /// When it ends.
    #[must_use]
    pub fn ends_at(&self) -> Option<DateTime<Utc>> {
        clock::instant_of(self.date, self.end)
    }

    /// Returns whether who lives there has enough notice of it.
    #[must_use]
    pub fn has_notice(&self, about: Circumstances<'_>, tenant_agreed: bool) -> bool {
        let needs = about.lived_in && !about.emergency && !tenant_agreed;
        let enough = about.now + crate::domain::maintenance::visit::NOTICE;
        !needs || self.starts_at().is_some_and(|starts| starts >= enough)
    }

    /// The visit at this time.
    #[must_use]
    pub fn visit(self, tenant_agreed: bool) -> VisitDraft {
        VisitDraft {
            date: Some(self.date),
            start: Some(self.start),
            end: Some(self.end),
            tenant_agreed,
            ..VisitDraft::default()
        }
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

    fn fields(date: &str, start: &str, end: &str) -> Vec<String> {
        let mut found = Violations::default();
        let draft = JobTimeDraft {
            date: date.parse().ok(),
            start: start.parse().ok(),
            end: end.parse().ok(),
        };
        let now = "2026-11-25T10:00:00Z".parse().unwrap_or_default();
        let read = JobTime::try_read(&mut found, "asked_time", draft, now);
        assert_eq!(read.is_some(), found.iter().next().is_none());
        found.iter().map(|one| one.field.clone()).collect()
    }

    #[test]
    fn a_time_is_to_come_and_ends_after_it_begins() {
        assert!(fields("2026-12-01", "09:00:00", "11:00:00").is_empty());
        let all = [
            "asked_time.job_date",
            "asked_time.start_time",
            "asked_time.end_time",
        ];
        assert_eq!(fields("", "", ""), all);
        assert_eq!(fields("2026-12-01", "11:00:00", "11:00:00"), [all[2]]);
        assert_eq!(fields("2026-11-25", "09:00:00", "11:00:00"), [all[1]]);
        assert_eq!(fields("2027-03-28", "01:30:00", "03:00:00"), [all[1]]);
        assert_eq!(fields("2200-01-01", "09:00:00", "11:00:00"), [all[0]]);
    }
}
