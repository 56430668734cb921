//! Notices: who gives one and why, and the earliest day on which it ends a tenancy by the rules of the home's nation (docs/reference/uk-nations.md 6). It is
//! proposed, never acted on.

use chrono::NaiveDate;
use lintel_core::{Error, Violations, spelt};
use lintel_rules::{Asked, DepositState, Notice, NoticeFacts, Reason, RefusalKind, rules};

use crate::domain::{Nation, rent::rent_days};

/// The reason of every refusal here.
const INVALID: &str = "NOTICE_INVALID";

spelt! {
    /// Who gives notice.
    NoticeGiver {
        /// The tenant.
        Tenant = "tenant",
        /// The landlord, with a reason.
        Landlord = "landlord",
    }
}

/// What somebody typed of a notice.
#[derive(Debug, Clone, Default)]
pub struct NoticeDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// Who gives it.
    pub giver: Option<NoticeGiver>,
    /// The code of the landlord's reason.
    pub ground: String,
    /// When it is given; today where nothing is said.
    pub given: Option<NaiveDate>,
    /// When the written statement of terms was given.
    pub statement_given: Option<NaiveDate>,
    /// When the agreement was signed.
    pub agreement_signed: Option<NaiveDate>,
}

/// A tenancy that a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noticed {
    /// Where the home is.
    pub nation: Nation,
    /// The tenancy's first day.
    pub start: NaiveDate,
    /// How its deposit stands.
    pub deposit: DepositState,
}

/// What is proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedNotice {
    /// The earliest last day; none where none is worked out, and where a landlord's reason is still to be chosen.
    pub earliest: Option<NaiveDate>,
    /// Why, or why there is none, in words for people.
    pub reason: String,
    /// What is said beside the day.
    pub said: Vec<String>,
    /// What is not known and matters.
    pub asked_for: Vec<Asked>,
    /// The reasons that a landlord may give there on the day.
    pub reasons: Vec<Reason>,
}

impl Noticed {
    /// The earliest last day. `next_due` gives the first day on or after a day on which rent is due.
    ///
    /// # Errors
    /// `NOTICE_INVALID` naming the field: nobody who gives it, a reason that the nation does not have or the facts rule out, and a day that
    /// no calendar reaches.
    pub fn propose(
        self,
        draft: NoticeDraft,
        today: NaiveDate,
        next_due: impl Fn(NaiveDate) -> NaiveDate,
    ) -> Result<ProposedNotice, Error> {
        draft.unreadable.into_result(INVALID)?;
        let ground = draft.ground.trim();
        let notice = match draft.giver {
            None => {
                let choose = "Choose who gives notice: tenant or landlord.";
                return Err(Error::field(INVALID, "giver", choose));
            }
            Some(NoticeGiver::Tenant) if ground.is_empty() => Notice::OfTenant,
            Some(NoticeGiver::Tenant) => {
                let none = "A tenant gives notice without a reason.";
                return Err(Error::field(INVALID, "ground", none));
            }
            Some(NoticeGiver::Landlord) => Notice::OfLandlord(ground),
        };
        let given = draft.given.unwrap_or(today);
        let facts = NoticeFacts {
            nation: self.nation,
            given,
            start: self.start,
            deposit: self.deposit,
            statement_given: draft.statement_given,
            agreement_signed: draft.agreement_signed,
        };
        let reasons = rules().notice_reasons(self.nation, given);
        let none = |reason: String, reasons| ProposedNotice {
            earliest: None,
            reason,
            said: Vec::new(),
            asked_for: Vec::new(),
            reasons,
        };
        match rules().notice_end(notice, facts, next_due) {
            Ok(end) => Ok(ProposedNotice {
                earliest: Some(end.earliest),
                reason: end.reason,
                said: end.said,
                asked_for: end.asked_for,
                reasons,
            }),
            Err(refusal) => match refusal.kind {
                RefusalKind::EarlierLaw | RefusalKind::NotKnown => Ok(none(refusal.text, reasons)),
                RefusalKind::UnknownReason if ground.is_empty() => {
                    Ok(none("Choose the reason of the notice.".to_owned(), reasons))
                }
                RefusalKind::UnknownReason | RefusalKind::NotThisReason | RefusalKind::TooFar => {
                    Err(Error::field(INVALID, refusal.field, refusal.text))
                }
            },
        }
    }
}

/// The first day on or after `day` on which monthly rent since `start` is due; shorter months have it on their last day.
#[must_use]
pub fn month_due_from(start: NaiveDate, day: NaiveDate) -> NaiveDate {
    use chrono::Datelike as _;
    let due = rent_days::in_month(day, start.day());
    if due >= day {
        due
    } else {
        rent_days::in_month(rent_days::next_month(day), start.day())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn proposed(nation: Nation, start: &str, draft: NoticeDraft) -> Result<ProposedNotice, Error> {
        let start = day(start);
        let noticed = Noticed {
            nation,
            start,
            deposit: DepositState::Unprotected,
        };
        noticed.propose(draft, day("2026-11-28"), |day| month_due_from(start, day))
    }

    fn draft(giver: NoticeGiver, ground: &str, given: &str) -> NoticeDraft {
        NoticeDraft {
            giver: Some(giver),
            ground: ground.to_owned(),
            given: Some(day(given)),
            ..NoticeDraft::default()
        }
    }

    fn fields(result: Result<ProposedNotice, Error>) -> Vec<String> {
        match result {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Golden cases of docs/reference/uk-nations.md 9.
    #[test]
    fn each_nation_has_its_own_earliest_day() {
        for (nation, start, notice, earliest) in [
            (
                Nation::England,
                "2026-05-01",
                draft(NoticeGiver::Tenant, "", "2026-12-01"),
                "2027-02-01",
            ),
            (
                Nation::England,
                "2026-05-01",
                draft(NoticeGiver::Landlord, "1", "2026-11-20"),
                "2027-04-30",
            ),
            (
                Nation::Scotland,
                "2024-05-01",
                draft(NoticeGiver::Tenant, "", "2026-11-30"),
                "2026-12-28",
            ),
            (
                Nation::NorthernIreland,
                "2023-05-01",
                draft(NoticeGiver::Tenant, "", "2026-11-30"),
                "2026-12-28",
            ),
        ] {
            let found = proposed(nation, start, notice).ok();
            let found = found.and_then(|found| found.earliest);
            assert_eq!(found, Some(day(earliest)), "{nation:?}");
        }
    }

    #[test]
    fn an_unprotected_deposit_is_said_beside_the_day() {
        let said = |ground| {
            let found = proposed(
                Nation::England,
                "2026-05-01",
                draft(NoticeGiver::Landlord, ground, "2026-11-20"),
            );
            let said = found.map(|found| found.said).unwrap_or_default();
            said.iter().any(|text| text.contains("not protected"))
        };
        assert!(said("8"));
        assert!(!said("14"));
    }

    #[test]
    fn no_day_is_proposed_where_none_is_worked_out() {
        let tenant = |given| draft(NoticeGiver::Tenant, "", given);
        for (nation, given) in [
            (Nation::England, "2026-04-30"),
            (Nation::Wales, "2026-11-28"),
        ] {
            let found = proposed(nation, "2024-05-01", tenant(given)).ok();
            let found = found.map(|found| (found.earliest, found.reason.is_empty()));
            assert_eq!(found, Some((None, false)), "{nation:?}");
        }
    }

    #[test]
    fn a_landlord_chooses_from_the_reasons_of_the_nation() {
        let choose = draft(NoticeGiver::Landlord, "", "2026-11-28");
        let codes = |nation| {
            let found = proposed(nation, "2024-05-01", choose.clone()).ok();
            let reasons = found.filter(|found| found.earliest.is_none());
            let reasons = reasons.map(|found| found.reasons).unwrap_or_default();
            reasons.into_iter().map(|one| one.code).collect::<Vec<_>>()
        };
        assert!(codes(Nation::England).contains(&"4A".to_owned()));
        assert_eq!(codes(Nation::NorthernIreland), ["notice to quit"]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let england = |draft| fields(proposed(Nation::England, "2026-05-01", draft));
        assert_eq!(england(NoticeDraft::default()), ["giver"]);
        let tenant = draft(NoticeGiver::Tenant, "8", "2026-11-28");
        assert_eq!(england(tenant), ["ground"]);
        let unknown = draft(NoticeGiver::Landlord, "21", "2026-11-28");
        assert_eq!(england(unknown), ["ground"]);
        let late_statement = NoticeDraft {
            statement_given: Some(day("2026-06-01")),
            ..draft(NoticeGiver::Landlord, "4A", "2026-11-28")
        };
        assert_eq!(england(late_statement), ["statement_date"]);
    }

    #[test]
    fn rent_of_a_month_is_due_on_its_day_or_the_last_one() {
        for (start, from, due) in [
            ("2026-05-01", "2027-02-01", "2027-02-01"),
            ("2026-05-01", "2027-02-02", "2027-03-01"),
            ("2026-05-31", "2027-02-28", "2027-02-28"),
            ("2026-05-31", "2027-02-27", "2027-02-28"),
            ("2026-05-31", "2027-03-01", "2027-03-31"),
        ] {
            assert_eq!(month_due_from(day(start), day(from)), day(due), "{from}");
        }
    }
}
