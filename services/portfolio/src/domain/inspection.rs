//! Inspections of a property: when they are due, and their outcomes.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveTime, Utc};
use lintel_core::{Error, InspectionId, UserId, Violations, spelt};
use serde::{Deserialize, Serialize};

use super::{FileAddress, PropertyLabel, certificate::NOTES_LIMIT, check::Checks};

/// The most photos and documents of one inspection.
pub const MOST_MEDIA: usize = 20;
/// The years that an inspection's day may have; others are refused as typing errors. Past days are accepted: what was due before
/// the landlord came to Lintel is overdue from the start.
const YEARS: RangeInclusive<i32> = 2000..=2199;
/// The time of an inspection where none is said.
const USUAL_TIME: NaiveTime = match NaiveTime::from_hms_opt(10, 0, 0) {
    Some(time) => time,
    None => NaiveTime::MIN,
};

spelt! {
    /// The status of an inspection.
    InspectionStatus {
        /// Still to be done.
        Scheduled = "Scheduled",
        /// Done.
        Completed = "Completed",
        /// Called off.
        Cancelled = "Cancelled",
    }
}

spelt! {
    /// The views that a list of inspections can be filtered by.
    InspectionView {
        /// Still to be done, whenever they are due.
        Scheduled = "Scheduled",
        /// Were due before today and are still to be done.
        Overdue = "Overdue",
        /// Are due today or later.
        Upcoming = "Upcoming",
        /// Done.
        Completed = "Completed",
        /// Called off.
        Cancelled = "Cancelled",
    }
}

impl InspectionView {
    /// The status of everything in this view.
    #[must_use]
    pub const fn status(self) -> InspectionStatus {
        match self {
            Self::Scheduled | Self::Overdue | Self::Upcoming => InspectionStatus::Scheduled,
            Self::Completed => InspectionStatus::Completed,
            Self::Cancelled => InspectionStatus::Cancelled,
        }
    }

    /// The days of everything in this view on `today`: from the first, and before the second.
    #[must_use]
    pub const fn days(self, today: NaiveDate) -> (Option<NaiveDate>, Option<NaiveDate>) {
        match self {
            Self::Overdue => (None, Some(today)),
            Self::Upcoming => (Some(today), None),
            Self::Scheduled | Self::Completed | Self::Cancelled => (None, None),
        }
    }

    /// Returns whether the latest come first, as for finished inspections.
    #[must_use]
    pub const fn latest_first(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled)
    }
}

/// A day and a time on the clock of Europe/London.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Appointment {
    /// The day.
    pub date: NaiveDate,
    /// The time, to the minute.
    pub time: NaiveTime,
}

impl Appointment {
    /// `date` at the usual time.
    #[must_use]
    pub const fn on(date: NaiveDate) -> Self {
        Self {
            date,
            time: USUAL_TIME,
        }
    }
}

/// An inspection as typed, unchecked.
#[derive(Debug, Clone, Default)]
pub struct InspectionDraft {
    /// The day.
    pub date: Option<NaiveDate>,
    /// The time; none for the usual one.
    pub time: Option<NaiveTime>,
    /// Notes; empty where there are none.
    pub notes: String,
    /// Fields that could not even be read.
    pub unreadable: Violations,
}

/// A landlord's details of an open inspection that passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InspectionPlan {
    /// When.
    pub appointment: Appointment,
    /// The landlord's notes.
    pub notes: Option<String>,
}

impl InspectionPlan {
    /// Judges a draft.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `INSPECTION_INVALID` and every offending field, those that could not be read included.
    pub fn try_new(mut draft: InspectionDraft) -> Result<Self, Error> {
        let mut checks = Checks::after(std::mem::take(&mut draft.unreadable));
        let plan = Self {
            appointment: appointment(&mut checks, "", draft.date, draft.time),
            notes: checks.prose("notes", "Notes", &draft.notes, NOTES_LIMIT),
        };
        checks.refuse_with("INSPECTION_INVALID")?;
        Ok(plan)
    }
}

/// Checks the day and time of an inspection; `path` is put before the names of the fields.
fn appointment(
    checks: &mut Checks,
    path: &str,
    date: Option<NaiveDate>,
    time: Option<NaiveTime>,
) -> Appointment {
    let field = format!("{path}inspection_date");
    let date = date.unwrap_or_else(|| {
        checks.refuse(&field, "Choose the day of the inspection.");
        NaiveDate::default()
    });
    if !YEARS.contains(&date.year()) {
        checks.refuse(&field, "Inspection date must be from 2000 to 2199.");
    }
    Appointment {
        date,
        time: time.unwrap_or(USUAL_TIME),
    }
}

/// One of several overdue inspections to book, unchecked.
#[derive(Debug, Clone)]
pub struct BookingDraft {
    /// The inspection.
    pub inspection: InspectionId,
    /// The day.
    pub date: Option<NaiveDate>,
    /// The time; none for the usual one.
    pub time: Option<NaiveTime>,
}

/// The most inspections that are booked at once.
pub const MOST_BOOKINGS: usize = 200;

/// Judges `drafts` on `today`: at least one, each inspection once, none in the past, no two at the same moment.
///
/// # Errors
/// [`Error::Invalid`] with `INSPECTION_INVALID` and every offending field, those that could not be read included.
pub fn bookings(
    drafts: Vec<BookingDraft>,
    unreadable: Violations,
    today: NaiveDate,
) -> Result<Vec<(InspectionId, Appointment)>, Error> {
    let mut checks = Checks::after(unreadable);
    if drafts.is_empty() {
        checks.refuse("bookings", "Choose at least one inspection.");
    } else if drafts.len() > MOST_BOOKINGS {
        checks.refuse("bookings", "Book 200 inspections at most at once.");
    }
    let mut booked: Vec<(InspectionId, Appointment)> = Vec::new();
    for (index, draft) in drafts.into_iter().take(MOST_BOOKINGS).enumerate() {
        let path = format!("bookings[{index}].");
        let appointment = appointment(&mut checks, &path, draft.date, draft.time);
        let field = format!("{path}inspection_date");
        if appointment.date < today {
            checks.refuse(&field, "Choose today or a later day.");
        }
        if booked.iter().any(|(id, _)| *id == draft.inspection) {
            checks.refuse(
                &format!("{path}inspection_id"),
                "Book each inspection once.",
            );
        } else if booked.iter().any(|(_, other)| *other == appointment) {
            checks.refuse(
                &format!("{path}inspection_time"),
                "Another inspection is booked for this time.",
            );
        }
        booked.push((draft.inspection, appointment));
    }
    checks.refuse_with("INSPECTION_INVALID")?;
    Ok(booked)
}

/// The note of an inspection that found nothing and has no other.
const NOTHING_FOUND: &str = "Nothing found.";

/// The outcome of an inspection as typed, unchecked.
#[derive(Debug, Clone, Default)]
pub struct OutcomeDraft {
    /// Notes; empty keeps those that there are.
    pub notes: String,
    /// The issues found; empty for none.
    pub issues_found: String,
    /// True when it is said that nothing was found.
    pub nothing_found: bool,
    /// The action required; empty for none.
    pub action_required: String,
    /// Addresses of photos and documents.
    pub media: Vec<String>,
    /// When it was done; none for now.
    pub completed_at: Option<DateTime<Utc>>,
    /// Fields that could not even be read.
    pub unreadable: Violations,
}

/// The outcome of an inspection that passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Notes; none keeps those that there are.
    pub notes: Option<String>,
    /// The issues, the action required, and the pictures.
    pub findings: Findings,
    /// When it was done.
    pub completed_at: DateTime<Utc>,
}

impl Outcome {
    /// Judges a draft at `now`.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `INSPECTION_INVALID` and every offending field, those that could not be read included.
    pub fn try_new(mut draft: OutcomeDraft, now: DateTime<Utc>) -> Result<Self, Error> {
        let mut checks = Checks::after(std::mem::take(&mut draft.unreadable));
        let completed_at = draft.completed_at.unwrap_or(now);
        if completed_at > now {
            checks.refuse("complete_time", "Completion must not be in the future.");
        } else if !YEARS.contains(&completed_at.year()) {
            checks.refuse("complete_time", "Completion must be in 2000 or later.");
        }
        if draft.media.len() > MOST_MEDIA {
            checks.refuse("media_urls", "An inspection has at most 20 photos.");
        }
        let media = draft.media.iter().take(MOST_MEDIA).enumerate();
        let media = media
            .filter_map(|(index, text)| {
                let field = format!("media_urls[{index}]");
                if text.is_empty() {
                    checks.refuse(&field, FileAddress::NOT_OURS);
                }
                checks.file(&field, text)
            })
            .collect();
        let texts = [&draft.notes, &draft.issues_found, &draft.action_required];
        let is_empty = texts.iter().all(|text| text.trim().is_empty()) && draft.media.is_empty();
        if is_empty && !draft.nothing_found {
            checks.refuse(
                "issues_found",
                "Say what was found, or that nothing was found.",
            );
        }
        if draft.nothing_found && !draft.issues_found.trim().is_empty() {
            checks.refuse(
                "nothing_found",
                "Issues are entered, so something was found.",
            );
        }
        let mut prose = |field, label, text: &str| checks.prose(field, label, text, NOTES_LIMIT);
        let outcome = Self {
            notes: prose("notes", "Notes", &draft.notes)
                .or_else(|| (is_empty && draft.nothing_found).then(|| NOTHING_FOUND.to_owned())),
            findings: Findings {
                issues_found: prose("issues_found", "Issues found", &draft.issues_found),
                action_required: prose(
                    "action_required",
                    "Action required",
                    &draft.action_required,
                ),
                media,
            },
            completed_at,
        };
        checks.refuse_with("INSPECTION_INVALID")?;
        Ok(outcome)
    }
}

/// The findings of a completed inspection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The issues found.
    pub issues_found: Option<String>,
    /// The action required.
    pub action_required: Option<String>,
    /// Photos and documents.
    pub media: Vec<FileAddress>,
}

/// A stored inspection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inspection {
    /// Its id.
    pub id: InspectionId,
    /// The property it is of.
    pub property: PropertyLabel,
    /// When it is due.
    pub appointment: Appointment,
    /// Its status.
    pub status: InspectionStatus,
    /// The landlord's notes.
    pub notes: Option<String>,
    /// Its findings; none before it is completed.
    pub findings: Findings,
    /// When it was done; only of a completed one.
    pub completed_at: Option<DateTime<Utc>>,
    /// True when Lintel scheduled it.
    pub automatic: bool,
    /// The person who changed it last; none when a rule of Lintel's did.
    pub changed_by: Option<UserId>,
    /// Grows by one with every change; 1 at first.
    pub version: i64,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

impl Inspection {
    /// Returns whether it is still to be done.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.status == InspectionStatus::Scheduled
    }

    /// Returns whether its day has come.
    #[must_use]
    pub fn is_due(&self, today: NaiveDate) -> bool {
        self.appointment.date <= today
    }

    /// For how many whole days it has been overdue on `today`; `None` if it is not.
    #[must_use]
    pub fn overdue_days(&self, today: NaiveDate) -> Option<i64> {
        let days = (today - self.appointment.date).num_days();
        (self.is_open() && days > 0).then_some(days)
    }

    /// Its planned details, as the start of a change.
    #[must_use]
    pub fn draft(&self) -> InspectionDraft {
        InspectionDraft {
            date: Some(self.appointment.date),
            time: Some(self.appointment.time),
            notes: self.notes.clone().unwrap_or_default(),
            unreadable: Violations::default(),
        }
    }
}

spelt! {
    /// The fields of an inspection that a field mask can name.
    InspectionField {
        /// The day.
        Date = "inspection_date",
        /// The time.
        Time = "inspection_time",
        /// Notes.
        Notes = "notes",
    }
}

impl InspectionDraft {
    /// Takes `fields` from `given`, with those that could not be read.
    pub fn take(&mut self, fields: &[InspectionField], given: &Self) {
        for violation in &given.unreadable {
            if fields.iter().any(|field| field.as_str() == violation.field) {
                self.unreadable.add(&violation.field, &violation.message);
            }
        }
        for field in fields {
            match field {
                InspectionField::Date => self.date = given.date,
                InspectionField::Time => self.time = given.time,
                InspectionField::Notes => self.notes.clone_from(&given.notes),
            }
        }
    }
}

#[cfg(test)]
mod tests;
