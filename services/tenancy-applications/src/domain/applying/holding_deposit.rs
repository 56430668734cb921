//! The holding deposit of an applicant: when it came, by when there is to be an agreement, and what became of it.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, Money, Violations, spelt};
use lintel_rules::{Rent, rules};

use crate::domain::{Nation, check, pounds, said_rule};

/// The reason of every refusal here.
const INVALID: &str = "HOLDING_DEPOSIT_INVALID";
/// The longest reason, in characters.
const LONGEST_REASON: usize = 1000;
/// The key of the rules.
const RULE: &str = "holding-deposit";

spelt! {
    /// The outcome of a holding deposit.
    HoldingOutcome {
        /// It was put to the first rent.
        ToRent = "toRent",
        /// It was put to the deposit.
        ToDeposit = "toDeposit",
        /// It was paid back.
        PaidBack = "paidBack",
        /// It was kept, for a reason that the law allows.
        Kept = "kept",
    }
}

/// A holding deposit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldingDeposit {
    /// How much it is.
    pub amount: Money,
    /// When it came.
    pub received: NaiveDate,
    /// Another last day for the agreement that was agreed in writing.
    pub agreed: Option<NaiveDate>,
    /// The outcome, and when.
    pub outcome: Option<(HoldingOutcome, NaiveDate)>,
    /// Why; always there where it was kept.
    pub reason: Option<String>,
}

/// Everything that somebody typed of it: all of it, each time.
#[derive(Debug, Clone, Default)]
pub struct HoldingDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// How much it is.
    pub amount: Option<Money>,
    /// When it came.
    pub received: Option<NaiveDate>,
    /// Another last day for the agreement that was agreed in writing.
    pub agreed: Option<NaiveDate>,
    /// The outcome.
    pub outcome: Option<HoldingOutcome>,
    /// When.
    pub outcome_on: Option<NaiveDate>,
    /// Why.
    pub reason: String,
}

/// How far the application is that a holding deposit belongs to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HoldingState {
    /// When the landlord said no.
    pub rejected: Option<NaiveDate>,
    /// When the applicant withdrew.
    pub withdrawn: Option<NaiveDate>,
    /// When all had signed an agreement.
    pub signed: Option<NaiveDate>,
}

/// The next step of a holding deposit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldingDuty {
    /// There is to be an agreement by the day.
    AgreeBy(NaiveDate),
    /// It is to be paid back, or put to rent or deposit, by the day.
    PayBackBy(NaiveDate),
}

impl HoldingDuty {
    /// The last day.
    #[must_use]
    pub const fn day(self) -> NaiveDate {
        match self {
            Self::AgreeBy(day) | Self::PayBackBy(day) => day,
        }
    }
}

impl HoldingDeposit {
    /// The last day for the agreement: what was agreed in writing, or else the rule's; `None` where neither is known.
    #[must_use]
    pub fn agree_by(&self, nation: Nation) -> Option<NaiveDate> {
        // The rent decides how much it may be, and no day.
        let rent = Rent::monthly(self.amount);
        let rule = || rules().holding_deposit(nation, rent, self.received);
        self.agreed.or_else(|| Some(rule()?.agree_by))
    }

    /// The next step and its last day; `None` once it is done, and where no day is known. It is paid back from the first of these on: the
    /// agreement, the landlord's no, the applicant's, or the last day for the agreement.
    #[must_use]
    pub fn duty(
        &self,
        nation: Nation,
        state: HoldingState,
        today: NaiveDate,
    ) -> Option<HoldingDuty> {
        if self.outcome.is_some() {
            return None;
        }
        let agree_by = self.agree_by(nation)?;
        let over = Some(agree_by).filter(|day| *day < today);
        let from = [state.rejected, state.withdrawn, state.signed, over];
        let Some(from) = from.into_iter().flatten().min() else {
            return Some(HoldingDuty::AgreeBy(agree_by));
        };
        let from = from.max(self.received);
        let by = rules().holding_deposit_refund_by(nation, from);
        by.map(HoldingDuty::PayBackBy)
    }

    /// The rule there on the day on which it came, in words for people; also where Lintel computes nothing by it.
    #[must_use]
    pub fn rule(nation: Nation, day: NaiveDate) -> String {
        said_rule(RULE, nation, day).unwrap_or_default()
    }

    /// The sentence where it is more than it may be at a rent: it was taken, and is stored all the same.
    #[must_use]
    pub fn warning(&self, nation: Nation, rent: Rent) -> Option<String> {
        let rule = rules().holding_deposit(nation, rent, self.received)?;
        (self.amount.minor() > rule.most.minor()).then(|| {
            format!(
                "{} is more than a holding deposit may be here: {}, one week’s rent. Pay back what is above it.",
                pounds(self.amount),
                pounds(rule.most)
            )
        })
    }
}

impl HoldingDraft {
    /// The holding deposit that was typed.
    ///
    /// # Errors
    /// `HOLDING_DEPOSIT_INVALID` with every offending field.
    pub fn judge(self, today: NaiveDate) -> Result<HoldingDeposit, Error> {
        let mut found = self.unreadable;
        let amount = check::money(&mut found, "amount", self.amount, "Enter how much it is.");
        if amount == Some(Money::ZERO) {
            check::refuse(&mut found, "amount", "Enter an amount above nothing.");
        }
        match self.received {
            None => {
                let when = "Enter the day on which it came.";
                check::refuse(&mut found, "receive_date", when);
            }
            Some(day) if day.year() < 1990 => {
                check::refuse(&mut found, "receive_date", "Enter a later day.");
            }
            Some(_) => {}
        }
        for (field, day) in [
            ("receive_date", self.received),
            ("outcome_date", self.outcome_on),
        ] {
            if day.is_some_and(|day| day > today) {
                check::refuse(&mut found, field, "Enter a day that is not in the future.");
            }
        }
        for (field, day) in [
            ("agree_by_date", self.agreed),
            ("outcome_date", self.outcome_on),
        ] {
            if day.is_some() && day < self.received {
                let before = "Enter a day on or after the one on which it came.";
                check::refuse(&mut found, field, before);
            }
        }
        match (self.outcome, self.outcome_on) {
            (Some(_), None) => check::refuse(&mut found, "outcome_date", "Enter the day."),
            (None, Some(_)) => {
                check::refuse(&mut found, "outcome", "Choose what became of it.");
            }
            _ => {}
        }
        let reason = check::note(&mut found, "reason", &self.reason, LONGEST_REASON);
        if self.outcome == Some(HoldingOutcome::Kept) && reason.is_none() {
            let why = "Say why it was kept: the law allows few reasons.";
            check::refuse(&mut found, "reason", why);
        }
        found.into_result(INVALID)?;
        Ok(HoldingDeposit {
            amount: amount.unwrap_or(Money::ZERO),
            received: self.received.unwrap_or(today),
            agreed: self.agreed,
            outcome: self.outcome.zip(self.outcome_on),
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

    fn held(on: &str) -> HoldingDeposit {
        HoldingDeposit {
            amount: Money::gbp(23_076),
            received: day(on),
            agreed: None,
            outcome: None,
            reason: None,
        }
    }

    fn due(held: &HoldingDeposit, state: HoldingState, today: &str) -> Option<HoldingDuty> {
        held.duty(Nation::England, state, day(today))
    }

    #[test]
    fn an_agreement_is_due_in_15_days_the_day_of_receipt_counts() {
        let by = |on, nation| held(on).agree_by(nation).map(|day| day.to_string());
        let on = |text: &str| Some(text.to_owned());
        assert_eq!(by("2026-11-20", Nation::England), on("2026-12-04"));
        assert_eq!(by("2027-02-20", Nation::Wales), on("2027-03-06"));
        assert_eq!(by("2026-11-20", Nation::Scotland), None);
        let agreed = HoldingDeposit {
            agreed: Some(day("2026-12-31")),
            ..held("2026-11-20")
        };
        for nation in [Nation::England, Nation::NorthernIreland] {
            assert_eq!(agreed.agree_by(nation), Some(day("2026-12-31")));
        }
    }

    #[test]
    fn it_is_paid_back_within_7_days_of_what_came_first() {
        let held = held("2026-11-20");
        let none = HoldingState::default();
        let agree = Some(HoldingDuty::AgreeBy(day("2026-12-04")));
        let back = |on: &str| Some(HoldingDuty::PayBackBy(day(on)));
        assert_eq!(due(&held, none, "2026-12-04"), agree);
        // The day itself is the first of the seven.
        assert_eq!(due(&held, none, "2026-12-05"), back("2026-12-10"));
        let rejected = HoldingState {
            rejected: Some(day("2026-11-28")),
            ..none
        };
        assert_eq!(due(&held, rejected, "2026-11-28"), back("2026-12-04"));
        let signed = HoldingState {
            signed: Some(day("2026-11-25")),
            ..rejected
        };
        assert_eq!(due(&held, signed, "2027-01-15"), back("2026-12-01"));
    }

    #[test]
    fn nothing_is_due_once_it_has_an_outcome_and_where_no_rule_is_known() {
        let done = HoldingDeposit {
            outcome: Some((HoldingOutcome::ToRent, day("2026-12-01"))),
            ..held("2026-11-20")
        };
        assert_eq!(due(&done, HoldingState::default(), "2027-01-15"), None);
        let state = HoldingState::default();
        let elsewhere = held("2026-11-20").duty(Nation::Scotland, state, day("2027-01-15"));
        assert_eq!(elsewhere, None);
    }

    #[test]
    fn more_than_a_week_of_rent_is_warned_of_and_the_rule_is_said() {
        let held = held("2026-11-20");
        let warning = |rent| held.warning(Nation::England, Rent::monthly(Money::gbp(rent)));
        assert_eq!(warning(100_000), None);
        let warned = warning(99_000);
        assert!(warned.is_some_and(|text| text.contains("£228.46")));
        let rule = HoldingDeposit::rule(Nation::Wales, day("2026-11-20"));
        assert!(
            rule.contains("15 days") && rule.contains("earlier day"),
            "{rule}"
        );
        let unknown = HoldingDeposit::rule(Nation::Scotland, day("2026-11-20"));
        assert!(unknown.contains("knows no rule"), "{unknown}");
    }

    #[test]
    fn its_days_follow_each_other_and_what_is_kept_has_a_reason() {
        let judged = |draft: HoldingDraft| match draft.judge(day("2026-12-31")) {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        };
        let draft = || HoldingDraft {
            amount: Some(Money::gbp(23_076)),
            received: Some(day("2026-11-20")),
            ..HoldingDraft::default()
        };
        assert!(judged(draft()).is_empty());
        let nothing = judged(HoldingDraft::default());
        assert_eq!(nothing, ["amount", "receive_date"]);
        let early = HoldingDraft {
            agreed: Some(day("2026-11-19")),
            outcome_on: Some(day("2026-11-19")),
            ..draft()
        };
        assert_eq!(judged(early), ["agree_by_date", "outcome_date", "outcome"]);
        let later = HoldingDraft {
            received: Some(day("2027-01-01")),
            ..draft()
        };
        assert_eq!(judged(later), ["receive_date"]);
        let kept = HoldingDraft {
            outcome: Some(HoldingOutcome::Kept),
            ..draft()
        };
        assert_eq!(judged(kept), ["outcome_date", "reason"]);
    }
}
