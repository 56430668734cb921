//! Checks of the right to rent (docs/reference/uk-lettings.md 3.3): England alone, every adult, before the tenancy is granted.

use chrono::{DateTime, Datelike as _, Days, Months, NaiveDate, Utc};
use lintel_core::{ApplicationId, Error, RightToRentCheckId, Violations, spelt};

use crate::domain::check;

/// The reason of every refusal here.
const INVALID: &str = "RIGHT_TO_RENT_INVALID";
/// A right with an end is checked within so many days before the tenancy starts.
const BEFORE_START: u64 = 28;
/// A right with an end is looked at again after so many months at the earliest.
const LASTS: u32 = 12;
/// The longest name of a document or a person, in characters.
const LONGEST: usize = 100;
/// So many checks an application has at most.
pub const MOST_CHECKS: usize = 40;

spelt! {
    /// How a person showed the right to rent.
    RightToRentMethod {
        /// The Home Office's online service.
        ShareCode = "share-code",
        /// A certified provider of digital identities.
        IdentityProvider = "identity-provider",
        /// Original documents.
        Manual = "manual",
    }
}

/// A check as somebody typed it.
#[derive(Debug, Clone, Default)]
pub struct RightToRentDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The adult; empty for the applicant.
    pub name: String,
    /// How.
    pub method: Option<RightToRentMethod>,
    /// Which document or status was seen.
    pub document: String,
    /// The day of the check.
    pub checked: Option<NaiveDate>,
    /// Who checked.
    pub checker: String,
    /// The day on which the permission ends.
    pub expires: Option<NaiveDate>,
}

/// A check that may be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRightToRent {
    /// The adult; `None` for the applicant.
    pub name: Option<String>,
    /// How.
    pub method: RightToRentMethod,
    /// Which document or status was seen.
    pub document: String,
    /// The day of the check.
    pub checked: NaiveDate,
    /// Who checked.
    pub checker: String,
    /// The day on which the permission ends; `None` for a right without end.
    pub expires: Option<NaiveDate>,
}

/// A check as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RightToRentCheck {
    /// Its id.
    pub id: RightToRentCheckId,
    /// The application.
    pub application: ApplicationId,
    /// What was checked.
    pub seen: NewRightToRent,
    /// What kind of file is kept of it; `None` for none.
    pub media_type: Option<String>,
    /// When it was recorded.
    pub created_at: DateTime<Utc>,
}

impl NewRightToRent {
    /// Judges a check on `today`. `start` is the first day of a tenancy that has not begun, where one is known: a right with an end
    /// counts only if it was checked within 28 days before it.
    ///
    /// # Errors
    /// `RIGHT_TO_RENT_INVALID` with every offending field.
    pub fn try_new(
        draft: RightToRentDraft,
        start: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let name = draft.name.trim();
        let name = if name.is_empty() {
            None
        } else {
            let who = "Enter the adult's name, or nothing for the applicant.";
            check::name(&mut found, "display_name", name, who)
        };
        if draft.method.is_none() {
            let how = "Choose share code, identity provider or original documents.";
            check::refuse(&mut found, "method", how);
        }
        let what = "Enter which document or status you have seen.";
        let document = check::text(&mut found, "document", &draft.document, 2..=LONGEST, what);
        let checked = checked(&mut found, draft.checked, today);
        let who = "Enter who has checked.";
        let checker = check::text(&mut found, "checker", &draft.checker, 2..=LONGEST, who);
        if let (Some(checked), Some(expires)) = (checked, draft.expires) {
            judge_end(&mut found, checked, expires, start);
        }
        found.into_result(INVALID)?;
        let (Some(method), Some(document), Some(checked), Some(checker)) =
            (draft.method, document, checked, checker)
        else {
            return Err(Error::internal("a field was neither taken nor refused"));
        };
        Ok(Self {
            name,
            method,
            document,
            checked,
            checker,
            expires: draft.expires,
        })
    }

    /// When the next check is due: the later of the permission's end and 12 months after the check; `None` for a right without end.
    #[must_use]
    pub fn follow_up(&self) -> Option<NaiveDate> {
        let year = self.checked.checked_add_months(Months::new(LASTS));
        self.expires
            .map(|expires| expires.max(year.unwrap_or(expires)))
    }

    /// Whether this check lets a tenancy begin on `start`.
    #[must_use]
    pub fn covers(&self, start: NaiveDate) -> bool {
        match self.expires {
            None => true,
            Some(expires) => expires >= start && self.checked >= first_day(start),
        }
    }
}

/// Whether the applicant's own right to rent was checked for a tenancy that begins on `start`.
#[must_use]
pub fn is_recorded(checks: &[RightToRentCheck], start: NaiveDate) -> bool {
    let mut own = checks.iter().filter(|one| one.seen.name.is_none());
    own.any(|one| one.seen.covers(start))
}

/// The first day on which a right with an end may be checked for a tenancy that begins on `start`.
fn first_day(start: NaiveDate) -> NaiveDate {
    start
        .checked_sub_days(Days::new(BEFORE_START))
        .unwrap_or(start)
}

fn checked(
    found: &mut Violations,
    given: Option<NaiveDate>,
    today: NaiveDate,
) -> Option<NaiveDate> {
    let Some(day) = given else {
        check::refuse(found, "check_date", "Enter the day of the check.");
        return None;
    };
    if day > today {
        check::refuse(
            found,
            "check_date",
            "Enter a day that is not in the future.",
        );
    } else if day.year() < 2014 {
        check::refuse(found, "check_date", "Enter the day of the check.");
    }
    Some(day)
}

fn judge_end(
    found: &mut Violations,
    checked: NaiveDate,
    expires: NaiveDate,
    start: Option<NaiveDate>,
) {
    if expires <= checked {
        let after = "Enter an end after the day of the check.";
        check::refuse(found, "expire_date", after);
    } else if expires.year() > 2999 {
        let near =
            "Enter the day on which the permission ends, or nothing for a right without end.";
        check::refuse(found, "expire_date", near);
    }
    let Some(start) = start else { return };
    if expires < start {
        let over = format!(
            "This permission ends before the tenancy starts on {}.",
            in_words(start)
        );
        check::refuse(found, "expire_date", over);
    }
    let first = first_day(start);
    if checked < first {
        let early = format!(
            "A right with an end is checked within 28 days before the tenancy starts: from {} on.",
            in_words(first)
        );
        check::refuse(found, "check_date", early);
    }
}

fn in_words(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn draft(checked: &str, expires: Option<&str>) -> RightToRentDraft {
        RightToRentDraft {
            method: Some(RightToRentMethod::ShareCode),
            document: "eVisa".to_owned(),
            checked: Some(day(checked)),
            checker: "Olive Owner".to_owned(),
            expires: expires.map(day),
            ..RightToRentDraft::default()
        }
    }

    fn fields(draft: RightToRentDraft, start: Option<&str>) -> Vec<String> {
        match NewRightToRent::try_new(draft, start.map(day), day("2026-11-25")) {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn the_next_check_is_due_at_the_later_of_the_end_and_a_year() {
        for (checked, expires, due) in [
            ("2026-11-20", Some("2027-03-01"), Some("2027-11-20")),
            ("2026-11-20", Some("2028-03-01"), Some("2028-03-01")),
            ("2024-02-29", Some("2024-06-01"), Some("2025-02-28")),
            ("2026-11-20", None, None),
        ] {
            let seen = NewRightToRent::try_new(draft(checked, expires), None, day("2026-11-25"));
            let follow_up = seen.ok().and_then(|seen| seen.follow_up());
            assert_eq!(follow_up, due.map(day), "{checked} {expires:?}");
        }
    }

    #[test]
    fn a_right_with_an_end_is_checked_within_28_days_before_the_start() {
        let start = Some("2026-12-18");
        assert!(fields(draft("2026-11-20", Some("2027-06-01")), start).is_empty());
        assert_eq!(
            fields(draft("2026-11-19", Some("2027-06-01")), start),
            ["check_date"]
        );
        assert_eq!(
            fields(draft("2026-11-20", Some("2026-12-17")), start),
            ["expire_date"]
        );
        // One without an end may be older, and so may one whose start nobody knows.
        assert!(fields(draft("2025-01-01", None), start).is_empty());
        assert!(fields(draft("2025-01-01", Some("2027-06-01")), None).is_empty());
    }

    #[test]
    fn every_offending_field_is_named() {
        let nothing = RightToRentDraft {
            name: "B".to_owned(),
            ..RightToRentDraft::default()
        };
        let all = [
            "display_name",
            "method",
            "document",
            "check_date",
            "checker",
        ];
        assert_eq!(fields(nothing, None), all);
        assert_eq!(fields(draft("2026-11-26", None), None), ["check_date"]);
        assert_eq!(
            fields(draft("2026-11-20", Some("2026-11-20")), None),
            ["expire_date"]
        );
    }

    #[test]
    fn another_adults_check_is_not_the_applicants() {
        let check = |name: Option<&str>, expires: Option<&str>| {
            let mut draft = draft("2026-11-20", expires);
            draft.name = name.unwrap_or_default().to_owned();
            let seen = NewRightToRent::try_new(draft, None, day("2026-11-25"));
            let seen = seen.map(|seen| RightToRentCheck {
                id: 1.into(),
                application: 1.into(),
                seen,
                media_type: None,
                created_at: DateTime::UNIX_EPOCH,
            });
            seen.into_iter().collect::<Vec<_>>()
        };
        let start = day("2026-12-01");
        assert!(is_recorded(&check(None, None), start));
        assert!(!is_recorded(&check(Some("Bea Baker"), None), start));
        assert!(!is_recorded(&check(None, Some("2026-11-30")), start));
        assert!(!is_recorded(
            &check(None, Some("2028-01-01")),
            day("2027-01-01")
        ));
        assert!(!is_recorded(&[], start));
    }
}
