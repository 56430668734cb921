//! A tenant's request for a pet: when they asked, and what they were answered by when.

use chrono::NaiveDate;
use lintel_core::{Error, PetRequestId, Violations, spelt};
use lintel_rules::rules;

use crate::domain::{Nation, check};

/// The reason of every refusal here.
const INVALID: &str = "PET_REQUEST_INVALID";
/// The longest name of a pet, in characters.
const LONGEST_PET: usize = 200;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 1000;
/// The longest list of a tenant's requests.
pub const MOST_PET_REQUESTS: i64 = 50;

spelt! {
    /// The answer to a tenant.
    PetAnswer {
        /// They may keep it.
        Consented = "consented",
        /// They may not.
        Refused = "refused",
    }
}

/// A request for a pet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PetRequest {
    /// The pet.
    pub pet: String,
    /// When the tenant asked.
    pub requested: NaiveDate,
    /// When the information came that was asked for.
    pub informed: Option<NaiveDate>,
    /// The answer, and when.
    pub answer: Option<(PetAnswer, NaiveDate)>,
    /// Why; always there with a refusal.
    pub reason: Option<String>,
}

/// A request that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPetRequest {
    /// Its number.
    pub id: PetRequestId,
    /// The request itself.
    pub request: PetRequest,
}

/// Everything that somebody typed of it: all of it, each time.
#[derive(Debug, Clone, Default)]
pub struct PetRequestDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The pet.
    pub pet: String,
    /// When the tenant asked.
    pub requested: Option<NaiveDate>,
    /// When the information came that was asked for.
    pub informed: Option<NaiveDate>,
    /// The answer.
    pub answer: Option<PetAnswer>,
    /// When.
    pub answered: Option<NaiveDate>,
    /// Why.
    pub reason: String,
}

impl PetRequest {
    /// The last day for the answer; `None` where no rule is known.
    #[must_use]
    pub fn answer_by(&self, nation: Nation) -> Option<NaiveDate> {
        rules().pet_answer_by(nation, self.requested, self.informed)
    }

    /// The last day for the answer while it is open.
    #[must_use]
    pub fn due(&self, nation: Nation) -> Option<NaiveDate> {
        self.answer_by(nation).filter(|_| self.answer.is_none())
    }
}

impl PetRequestDraft {
    /// The request that was typed, for a home in `nation`.
    ///
    /// # Errors
    /// `PET_REQUEST_INVALID` with every offending field.
    pub fn judge(self, nation: Nation, today: NaiveDate) -> Result<PetRequest, Error> {
        let mut found = self.unreadable;
        let which = "Say what pet it is.";
        let pet = check::text(&mut found, "pet", &self.pet, 2..=LONGEST_PET, which);
        if self.requested.is_none() {
            let when = "Enter the day on which the tenant asked.";
            check::refuse(&mut found, "request_date", when);
        }
        let days = [
            ("request_date", self.requested),
            ("information_date", self.informed),
            ("answer_date", self.answered),
        ];
        for (field, day) in days {
            if day.is_some_and(|day| day > today) {
                check::refuse(&mut found, field, "Enter a day that is not in the future.");
            }
            if day < self.requested && day.is_some() {
                let before = "Enter a day on or after the one on which the tenant asked.";
                check::refuse(&mut found, field, before);
            }
        }
        if let Some(requested) = self.requested
            && rules().pet_answer_by(nation, requested, None).is_none()
        {
            let no_rule = "Lintel knows a time for the answer to requests of tenants in England from 1 May 2026 on alone.";
            check::refuse(&mut found, "request_date", no_rule);
        }
        match (self.answer, self.answered) {
            (Some(_), None) => {
                check::refuse(&mut found, "answer_date", "Enter the day of the answer.");
            }
            (None, Some(_)) => {
                check::refuse(&mut found, "answer", "Choose what the tenant was answered.");
            }
            _ => {}
        }
        let reason = check::note(&mut found, "reason", &self.reason, LONGEST_REASON);
        if self.answer == Some(PetAnswer::Refused) && reason.is_none() {
            let why = "Say why: a pet is not refused without a good reason.";
            check::refuse(&mut found, "reason", why);
        }
        found.into_result(INVALID)?;
        Ok(PetRequest {
            pet: pet.unwrap_or_default(),
            requested: self.requested.unwrap_or(today),
            informed: self.informed,
            answer: self.answer.zip(self.answered),
            reason,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn asked(on: &str) -> PetRequestDraft {
        PetRequestDraft {
            pet: "A cat".to_owned(),
            requested: Some(day(on)),
            ..PetRequestDraft::default()
        }
    }

    fn judged(draft: PetRequestDraft) -> Result<PetRequest, Vec<String>> {
        let judged = draft.judge(Nation::England, day("2026-12-31"));
        judged.map_err(|error| match error {
            Error::Invalid { violations, .. } => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        })
    }

    #[test]
    fn an_answer_is_due_in_28_days_or_a_week_after_the_information() {
        let by = |informed: Option<&str>, on: &str| {
            let request = judged(PetRequestDraft {
                informed: informed.map(day),
                ..asked(on)
            });
            request.map(|one| one.due(Nation::England).map(|day| day.to_string()))
        };
        let on = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(by(None, "2026-11-20"), on("2026-12-18"));
        assert_eq!(by(Some("2026-12-16"), "2026-11-20"), on("2026-12-23"));
        assert_eq!(by(Some("2026-11-25"), "2026-11-20"), on("2026-12-18"));
        // The months end on the 30th and the 31st.
        assert_eq!(by(None, "2026-09-30"), on("2026-10-28"));
        assert_eq!(by(None, "2026-12-31"), on("2027-01-28"));
    }

    #[test]
    fn an_answered_request_is_due_no_more() {
        let answered = judged(PetRequestDraft {
            answer: Some(PetAnswer::Consented),
            answered: Some(day("2026-12-01")),
            ..asked("2026-11-20")
        });
        assert_eq!(answered.map(|one| one.due(Nation::England)), Ok(None));
    }

    #[test]
    fn its_days_follow_each_other_and_a_refusal_has_a_reason() {
        let refused = |answered: &str, reason: &str| PetRequestDraft {
            answer: Some(PetAnswer::Refused),
            answered: Some(day(answered)),
            reason: reason.to_owned(),
            ..asked("2026-11-20")
        };
        assert!(judged(refused("2026-11-21", "The lease of the flat forbids it.")).is_ok());
        let named = |draft| judged(draft).err().unwrap_or_default();
        assert_eq!(named(refused("2026-11-21", " ")), ["reason"]);
        assert_eq!(named(refused("2026-11-19", "No.")), ["answer_date"]);
        assert_eq!(named(asked("2027-01-01")), ["request_date"]);
        assert_eq!(named(asked("2026-04-30")), ["request_date"]);
        let empty = named(PetRequestDraft::default());
        assert_eq!(empty, ["pet", "request_date"]);
        let early = PetRequestDraft {
            informed: Some(day("2026-11-19")),
            ..asked("2026-11-20")
        };
        assert_eq!(named(early), ["information_date"]);
        let half = PetRequestDraft {
            answered: Some(day("2026-11-21")),
            ..asked("2026-11-20")
        };
        assert_eq!(named(half), ["answer"]);
        let half = PetRequestDraft {
            answer: Some(PetAnswer::Consented),
            ..asked("2026-11-20")
        };
        assert_eq!(named(half), ["answer_date"]);
    }

    #[test]
    fn a_request_elsewhere_has_no_time_that_lintel_knows() {
        let refused = asked("2026-11-20").judge(Nation::Wales, day("2026-12-31"));
        assert!(refused.is_err());
    }
}
