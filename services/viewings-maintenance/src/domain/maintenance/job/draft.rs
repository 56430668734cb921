//! Jobs as landlord and contractor type them.

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::{Error, Money, Violations};

use super::{JobTime, JobTimeDraft};
use crate::domain::{
    check,
    maintenance::{Circumstances, MaintenancePriority, MaintenanceRequest, visit::NOTICE},
};

/// The reason of a refusal that names fields.
pub const JOB_INVALID: &str = "JOB_INVALID";
/// The most that an amount may be: what `numeric(12,2)` holds.
const MOST: Money = Money::gbp(999_999_999_999);

/// A job as a landlord typed it.
#[derive(Debug, Clone, Default)]
pub struct OfferDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The time that is asked for; `None` where the contractor is to propose one.
    pub asked: Option<JobTimeDraft>,
    /// The amount that may be spent without asking first.
    pub cost_limit: Option<Money>,
    /// The way in; may be empty.
    pub access: String,
    /// The code of a key safe; may be empty.
    pub key_code: String,
    /// True when the contractor gets the tenant's name and telephone number.
    pub tenant_contact: bool,
    /// True when the tenant agreed to less than 24 hours' notice.
    pub tenant_agreed: bool,
}

/// A job to ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The time that is asked for.
    pub asked: Option<JobTime>,
    /// Until when an answer is wanted.
    pub answer_by: DateTime<Utc>,
    /// The amount that may be spent without asking first.
    pub cost_limit: Option<Money>,
    /// The way in.
    pub access: Option<String>,
    /// The code of a key safe.
    pub key_code: Option<String>,
    /// True when the contractor gets the tenant's name and telephone number.
    pub tenant_contact: bool,
    /// True when the tenant agreed to less than 24 hours' notice.
    pub tenant_agreed: bool,
}

impl Offer {
    /// Judges what was typed of a job of `request`.
    ///
    /// # Errors
    /// `JOB_INVALID` with every offending field.
    pub fn try_new(
        draft: OfferDraft,
        request: &MaintenanceRequest,
        about: Circumstances<'_>,
    ) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let mut asked = None;
        if let Some(typed) = draft.asked {
            asked = JobTime::try_read(&mut found, "asked_time", typed, about.now);
        }
        if asked.is_some_and(|time| !time.has_notice(about, draft.tenant_agreed)) {
            check::refuse(
                &mut found,
                "asked_time.start_time",
                "Choose a time at least 24 hours ahead, or say that the tenant agreed.",
            );
        }
        let cost_limit = amount(&mut found, "cost_limit", draft.cost_limit);
        let access = check::note(&mut found, "access", &draft.access, 500);
        let key_code = check::text(
            &mut found,
            "key_code",
            &draft.key_code,
            &(0..=40),
            "Use a code without control characters.",
        );
        found.into_result(JOB_INVALID)?;
        let needs_notice = about.lived_in && !about.emergency && !draft.tenant_agreed;
        Ok(Self {
            asked,
            answer_by: answer_by(request, asked, needs_notice, about.now),
            cost_limit,
            access,
            key_code: key_code.filter(|code| !code.is_empty()),
            tenant_contact: draft.tenant_contact,
            tenant_agreed: draft.tenant_agreed,
        })
    }
}

/// The end of the work as a contractor typed it.
#[derive(Debug, Clone, Default)]
pub struct FinishDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The work that was done.
    pub report: String,
    /// True when it works.
    pub finished: bool,
    /// When somebody comes again; `None` to propose no time.
    pub proposed: Option<JobTimeDraft>,
    /// The total of the invoice.
    pub invoice_total: Option<Money>,
    /// The invoice's number; may be empty.
    pub invoice_number: String,
}

/// The work that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finish {
    /// The work that was done.
    pub report: String,
    /// True when it works.
    pub finished: bool,
    /// When somebody comes again.
    pub proposed: Option<JobTime>,
    /// The total of the invoice.
    pub invoice_total: Option<Money>,
    /// The invoice's number.
    pub invoice_number: Option<String>,
}

impl Finish {
    /// Judges what was typed.
    ///
    /// # Errors
    /// `JOB_INVALID` with every offending field.
    pub fn try_new(draft: FinishDraft, now: DateTime<Utc>) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let report = check::note(&mut found, "report", &draft.report, 4000);
        if report.is_none() {
            check::refuse(&mut found, "report", "Say what you did.");
        }
        let mut proposed = None;
        if let Some(typed) = draft.proposed.filter(|_| !draft.finished) {
            proposed = JobTime::try_read(&mut found, "proposed_time", typed, now);
        }
        let invoice_total = amount(&mut found, "invoice_total", draft.invoice_total);
        let invoice_number = check::text(
            &mut found,
            "invoice_number",
            &draft.invoice_number,
            &(0..=60),
            "Use a number without control characters.",
        );
        found.into_result(JOB_INVALID)?;
        Ok(Self {
            report: report.unwrap_or_default(),
            finished: draft.finished,
            proposed,
            invoice_total,
            invoice_number: invoice_number.filter(|number| !number.is_empty()),
        })
    }
}

/// Checks a message to the other side, which may be empty.
pub fn job_message(found: &mut Violations, typed: &str) -> Option<String> {
    check::note(found, "message", typed, 500)
}

fn amount(found: &mut Violations, field: &str, given: Option<Money>) -> Option<Money> {
    match given {
        Some(amount) if amount.minor() <= 0 => {
            check::refuse(found, field, "Enter an amount above 0.");
            None
        }
        Some(amount) if amount.minor() > MOST.minor() => {
            check::refuse(found, field, "This amount is too large.");
            None
        }
        given => given,
    }
}

/// Until when an answer is wanted: the sooner the more urgent, and while who lives there can still be given notice.
fn answer_by(
    request: &MaintenanceRequest,
    asked: Option<JobTime>,
    needs_notice: bool,
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    let usual = now
        + match request.priority {
            MaintenancePriority::High if request.emergency => TimeDelta::hours(2),
            MaintenancePriority::High => TimeDelta::hours(24),
            MaintenancePriority::Medium => TimeDelta::days(3),
            MaintenancePriority::Low => TimeDelta::days(7),
        };
    let notice = if needs_notice {
        NOTICE
    } else {
        TimeDelta::zero()
    };
    let last = asked.and_then(|time| time.starts_at());
    last.map_or(usual, |starts| usual.min(starts - notice))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            super::request::tests::request,
            tests::{at, time},
        },
        *,
    };

    const NOW: &str = "2026-11-25T10:00:00Z";

    fn about() -> Circumstances<'static> {
        Circumstances {
            before: None,
            emergency: false,
            lived_in: true,
            now: at(NOW),
        }
    }

    fn asked(date: &str, start: &str, end: &str) -> OfferDraft {
        let time = time(date, start, end);
        OfferDraft {
            asked: Some(JobTimeDraft {
                date: Some(time.date),
                start: Some(time.start),
                end: Some(time.end),
            }),
            ..OfferDraft::default()
        }
    }

    fn fields(refused: Result<impl std::fmt::Debug, Error>) -> Vec<String> {
        match refused {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            other => vec![format!("{other:?}")],
        }
    }

    #[test]
    fn an_offer_leaves_time_for_the_tenants_notice() {
        let request = request(NOW);
        let soon = asked("2026-11-26", "09:59:00", "11:00:00");
        let refused = Offer::try_new(soon.clone(), &request, about());
        assert_eq!(fields(refused), ["asked_time.start_time"]);
        let agreed = OfferDraft {
            tenant_agreed: true,
            ..soon
        };
        assert!(Offer::try_new(agreed, &request, about()).is_ok());
        assert!(Offer::try_new(OfferDraft::default(), &request, about()).is_ok());
    }

    #[test]
    fn an_answer_is_wanted_while_notice_can_be_given() {
        let mut request = request(NOW);
        let by = |draft: OfferDraft, request: &MaintenanceRequest| {
            let offer = Offer::try_new(draft, request, about());
            offer.map(|offer| offer.answer_by).ok()
        };
        let medium = by(OfferDraft::default(), &request);
        assert_eq!(medium, Some(at("2026-11-28T10:00:00Z")));
        let friday = asked("2026-11-27", "09:30:00", "11:30:00");
        assert_eq!(by(friday, &request), Some(at("2026-11-26T09:30:00Z")));
        request.prioritise(MaintenancePriority::High, true);
        let emergency = by(OfferDraft::default(), &request);
        assert_eq!(emergency, Some(at("2026-11-25T12:00:00Z")));
    }

    #[test]
    fn every_offending_field_of_an_offer_is_named() {
        let bad = OfferDraft {
            cost_limit: Some(Money::gbp(0)),
            access: "x".repeat(501),
            key_code: "x".repeat(41),
            ..asked("2026-11-20", "09:00:00", "10:00:00")
        };
        let refused = Offer::try_new(bad, &request(NOW), about());
        let expected = ["asked_time.start_time", "cost_limit", "access", "key_code"];
        assert_eq!(fields(refused), expected);
    }

    #[test]
    fn a_report_says_what_was_done() {
        let bad = FinishDraft {
            proposed: Some(JobTimeDraft::default()),
            invoice_total: Some(Money::gbp(-1)),
            invoice_number: "x".repeat(61),
            ..FinishDraft::default()
        };
        let expected = [
            "report",
            "proposed_time.job_date",
            "proposed_time.start_time",
            "proposed_time.end_time",
            "invoice_total",
            "invoice_number",
        ];
        assert_eq!(fields(Finish::try_new(bad, at(NOW))), expected);
        let good = FinishDraft {
            report: "New valve".to_owned(),
            finished: true,
            proposed: Some(JobTimeDraft::default()),
            ..FinishDraft::default()
        };
        let finish = Finish::try_new(good, at(NOW));
        assert!(finish.is_ok_and(|finish| finish.proposed.is_none()));
    }
}
