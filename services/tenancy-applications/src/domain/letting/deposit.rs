//! The deposit of a tenancy: when it came, where it is protected and what was given back (docs/reference/uk-lettings.md 3.2). How much it is stands in the
//! tenancy.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, Money, TenancyDocumentId, Violations, spelt};
use lintel_rules::{DepositClock, DepositState, rules};

use crate::domain::{Nation, check};

/// The reason of every refusal here.
const INVALID: &str = "DEPOSIT_INVALID";
/// The longest number of a scheme, in characters.
const LONGEST_NUMBER: usize = 60;
/// The longest account of what was kept, in characters.
const LONGEST_DEDUCTIONS: usize = 1000;

spelt! {
    /// Where a deposit is protected.
    DepositScheme {
        /// Deposit Protection Service.
        Dps = "DPS",
        /// mydeposits.
        MyDeposits = "mydeposits",
        /// Tenancy Deposit Scheme.
        Tds = "TDS",
        /// Another one, outside England and Wales.
        Other = "other",
    }
}

/// What is known of a deposit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deposit {
    /// When it came.
    pub received: Option<NaiveDate>,
    /// Where it is protected.
    pub scheme: Option<DepositScheme>,
    /// The scheme's number.
    pub scheme_reference: Option<String>,
    /// Since when.
    pub protected: Option<NaiveDate>,
    /// When the tenants got the prescribed information.
    pub informed: Option<NaiveDate>,
    /// When it was given back.
    pub returned_on: Option<NaiveDate>,
    /// How much was given back.
    pub returned: Option<Money>,
    /// What was kept and why.
    pub deductions: Option<String>,
    /// The document that shows what was kept.
    pub bill: Option<TenancyDocumentId>,
}

/// What somebody typed of it; what is absent stays.
#[derive(Debug, Clone, Default)]
pub struct DepositDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// How much was agreed.
    pub amount: Option<Money>,
    /// When it came.
    pub received: Option<NaiveDate>,
    /// Where it is protected.
    pub scheme: Option<DepositScheme>,
    /// The scheme's number.
    pub scheme_reference: String,
    /// Since when.
    pub protected: Option<NaiveDate>,
    /// When the tenants got the prescribed information.
    pub informed: Option<NaiveDate>,
}

/// What somebody typed of its return.
#[derive(Debug, Clone, Default)]
pub struct ReturnDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// When it was given back.
    pub on: Option<NaiveDate>,
    /// How much.
    pub returned: Option<Money>,
    /// What was kept and why.
    pub deductions: String,
    /// The document that shows what was kept.
    pub bill: Option<TenancyDocumentId>,
}

impl Deposit {
    /// Until when it must be protected and the tenants told, in a tenancy since `start`; `None` before it came and where no rule is known.
    #[must_use]
    pub fn clock(&self, nation: Nation, start: NaiveDate) -> Option<DepositClock> {
        rules().deposit_clock(nation, self.received?, start)
    }

    /// The days of its clock by which something is still to be done: for its protection, and for the information to the tenants.
    #[must_use]
    pub fn due(&self, nation: Nation, start: NaiveDate) -> (Option<NaiveDate>, Option<NaiveDate>) {
        let clock = self
            .clock(nation, start)
            .filter(|_| self.returned_on.is_none());
        let Some(clock) = clock else {
            return (None, None);
        };
        (
            Some(clock.protect_by).filter(|_| self.protected.is_none()),
            Some(clock.inform_by).filter(|_| self.informed.is_none()),
        )
    }

    /// How a deposit stands of which so much was agreed: what is said of it beside a notice.
    #[must_use]
    pub fn state(known: Option<&Self>, amount: Option<Money>) -> DepositState {
        match known {
            Some(known) if known.returned_on.is_some() => DepositState::NoneTaken,
            Some(known) if known.protected.is_some() => DepositState::Protected,
            Some(known) if known.received.is_some() => DepositState::Unprotected,
            _ if amount == Some(Money::ZERO) => DepositState::NoneTaken,
            _ => DepositState::NotKnown,
        }
    }

    /// The deposit and its amount after what `draft` says. `amount` is what was agreed before.
    ///
    /// # Errors
    /// `DEPOSIT_INVALID` with every offending field.
    pub fn record(
        self,
        draft: DepositDraft,
        amount: Option<Money>,
        nation: Nation,
        today: NaiveDate,
    ) -> Result<(Self, Money), Error> {
        let mut found = draft.unreadable;
        let amount = draft
            .amount
            .or(amount.filter(|amount| *amount != Money::ZERO));
        let amount = check::money(&mut found, "amount", amount, "Enter how much it is.");
        if amount == Some(Money::ZERO) {
            check::refuse(&mut found, "amount", "Enter an amount above nothing.");
        }
        let most = LONGEST_NUMBER;
        let after = Self {
            received: draft.received.or(self.received),
            scheme: draft.scheme.or(self.scheme),
            scheme_reference: check::note(
                &mut found,
                "scheme_reference",
                &draft.scheme_reference,
                most,
            )
            .or(self.scheme_reference),
            protected: draft.protected.or(self.protected),
            informed: draft.informed.or(self.informed),
            ..self
        };
        for (field, day) in [
            ("receive_date", after.received),
            ("protect_date", after.protected),
            ("information_date", after.informed),
        ] {
            past(&mut found, field, day, today);
        }
        for (field, day) in [
            ("protect_date", after.protected),
            ("information_date", after.informed),
        ] {
            since_receipt(&mut found, field, day, after.received);
        }
        if after.protected.is_some() && after.scheme.is_none() {
            check::refuse(&mut found, "scheme", "Choose the scheme that protects it.");
        }
        let here = matches!(nation, Nation::England | Nation::Wales);
        if here && after.scheme == Some(DepositScheme::Other) {
            let known = "In England and Wales a deposit is protected by DPS, mydeposits or TDS.";
            check::refuse(&mut found, "scheme", known);
        }
        found.into_result(INVALID)?;
        Ok((after, amount.unwrap_or(Money::ZERO)))
    }

    /// The deposit after it was given back, of an `amount` that was agreed; `has_bill` says whether the tenants were given the bill.
    ///
    /// # Errors
    /// `DEPOSIT_INVALID` with every offending field.
    pub fn give_back(
        self,
        draft: ReturnDraft,
        (amount, has_bill): (Money, bool),
        today: NaiveDate,
    ) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        if draft.on.is_none() {
            let when = "Enter the day on which it was given back.";
            check::refuse(&mut found, "return_date", when);
        }
        past(&mut found, "return_date", draft.on, today);
        since_receipt(&mut found, "return_date", draft.on, self.received);
        let how_much = "Enter how much was given back.";
        let returned = check::money(&mut found, "returned", draft.returned, how_much);
        let deductions = check::note(
            &mut found,
            "deductions",
            &draft.deductions,
            LONGEST_DEDUCTIONS,
        );
        if let Some(returned) = returned {
            if returned.minor() > amount.minor() {
                let more = "No more is given back than the deposit was.";
                check::refuse(&mut found, "returned", more);
            } else if returned != amount && deductions.is_none() {
                let why = "Say what was kept and why.";
                check::refuse(&mut found, "deductions", why);
            }
        }
        if draft.bill.is_some() && !has_bill {
            let given = "Choose a document that the tenants were given.";
            check::refuse(&mut found, "bill_document_id", given);
        }
        found.into_result(INVALID)?;
        Ok(Self {
            returned_on: draft.on,
            returned,
            deductions,
            bill: draft.bill,
            ..self
        })
    }
}

fn past(found: &mut Violations, field: &str, day: Option<NaiveDate>, today: NaiveDate) {
    match day {
        Some(day) if day > today => {
            check::refuse(found, field, "Enter a day that is not in the future.");
        }
        Some(day) if day.year() < 1990 => check::refuse(found, field, "Enter a later day."),
        _ => {}
    }
}

fn since_receipt(
    found: &mut Violations,
    field: &str,
    day: Option<NaiveDate>,
    received: Option<NaiveDate>,
) {
    match (day, received) {
        (Some(_), None) => {
            check::refuse(
                found,
                "receive_date",
                "Enter the day on which the deposit came.",
            );
        }
        (Some(day), Some(received)) if day < received => {
            let before = "Enter a day on or after the one on which the deposit came.";
            check::refuse(found, field, before);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::vectors::rows;

    const AGREED: Option<Money> = Some(Money::gbp(115_384));

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn fields<T>(result: Result<T, Error>) -> Vec<String> {
        match result {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn received(on: &str) -> Deposit {
        Deposit {
            received: Some(day(on)),
            ..Deposit::default()
        }
    }

    fn recorded(draft: DepositDraft) -> Vec<String> {
        let today = day("2026-11-25");
        fields(Deposit::default().record(draft, AGREED, Nation::England, today))
    }

    /// Vectors `deposit_protection_deadline` of docs/reference/uk-lettings.md 3.2.
    #[test]
    fn the_thirtieth_day_counts_the_day_of_receipt() {
        for row in rows("deposit_protection_deadline") {
            let until = row.day("protect_and_serve_prescribed_info_by");
            let clock = received(row.text("received")).clock(Nation::England, day("2024-01-01"));
            assert_eq!(clock.map(|clock| clock.protect_by), Some(until));
        }
    }

    #[test]
    fn it_is_due_until_it_is_protected_and_the_tenants_know() {
        let due = |deposit: &Deposit| deposit.due(Nation::NorthernIreland, day("2026-11-01"));
        let mut deposit = received("2026-11-01");
        let (protect, inform) = (Some(day("2026-11-28")), Some(day("2026-12-05")));
        assert_eq!(due(&deposit), (protect, inform));
        deposit.protected = Some(day("2026-11-21"));
        assert_eq!(due(&deposit), (None, inform));
        deposit.informed = Some(day("2026-11-22"));
        assert_eq!(due(&deposit), (None, None));
        deposit.informed = None;
        deposit.returned_on = Some(day("2026-11-23"));
        assert_eq!(due(&deposit), (None, None));
        assert_eq!(due(&Deposit::default()), (None, None));
    }

    #[test]
    fn it_stands_as_what_is_known_says() {
        let state = |known: Option<&Deposit>| Deposit::state(known, AGREED);
        let mut deposit = received("2026-11-20");
        assert_eq!(state(None), DepositState::NotKnown);
        assert_eq!(
            Deposit::state(None, Some(Money::ZERO)),
            DepositState::NoneTaken
        );
        assert_eq!(state(Some(&Deposit::default())), DepositState::NotKnown);
        assert_eq!(state(Some(&deposit)), DepositState::Unprotected);
        deposit.protected = Some(day("2026-11-21"));
        assert_eq!(state(Some(&deposit)), DepositState::Protected);
        deposit.returned_on = Some(day("2026-11-22"));
        assert_eq!(state(Some(&deposit)), DepositState::NoneTaken);
    }

    #[test]
    fn days_follow_each_other_and_a_protected_deposit_has_a_scheme() {
        let draft = |came: Option<&str>, protected: Option<&str>, scheme| DepositDraft {
            received: came.map(day),
            protected: protected.map(day),
            scheme,
            ..DepositDraft::default()
        };
        let dps = Some(DepositScheme::Dps);
        assert!(recorded(draft(Some("2026-11-20"), None, None)).is_empty());
        assert!(recorded(draft(Some("2026-11-20"), Some("2026-11-20"), dps)).is_empty());
        assert_eq!(
            recorded(draft(Some("2026-11-26"), None, None)),
            ["receive_date"]
        );
        assert_eq!(
            recorded(draft(None, Some("2026-11-20"), dps)),
            ["receive_date"]
        );
        assert_eq!(
            recorded(draft(Some("2026-11-20"), Some("2026-11-19"), dps)),
            ["protect_date"]
        );
        assert_eq!(
            recorded(draft(Some("2026-11-20"), Some("2026-11-21"), None)),
            ["scheme"]
        );
        let other = Some(DepositScheme::Other);
        assert_eq!(recorded(draft(Some("2026-11-20"), None, other)), ["scheme"]);
        let in_scotland = Deposit::default().record(
            draft(Some("2026-11-20"), None, other),
            AGREED,
            Nation::Scotland,
            day("2026-11-25"),
        );
        assert!(in_scotland.is_ok());
    }

    #[test]
    fn an_amount_is_known_or_told_and_the_rest_stays() {
        let today = day("2026-11-25");
        let nothing =
            Deposit::default().record(DepositDraft::default(), None, Nation::England, today);
        assert_eq!(fields(nothing), ["amount"]);
        let draft = DepositDraft {
            scheme: Some(DepositScheme::Tds),
            scheme_reference: " T-1 ".to_owned(),
            ..DepositDraft::default()
        };
        let kept = received("2026-11-20").record(draft, AGREED, Nation::England, today);
        let expected = Deposit {
            scheme: Some(DepositScheme::Tds),
            scheme_reference: Some("T-1".to_owned()),
            ..received("2026-11-20")
        };
        assert_eq!(kept.ok(), Some((expected, Money::gbp(115_384))));
    }

    #[test]
    fn less_than_all_is_explained_and_more_is_not_given_back() {
        let today = day("2026-11-25");
        let back = |pence, deductions: &str| {
            let draft = ReturnDraft {
                on: Some(today),
                returned: Some(Money::gbp(pence)),
                deductions: deductions.to_owned(),
                ..ReturnDraft::default()
            };
            let agreed = (Money::gbp(100_000), true);
            fields(received("2026-01-01").give_back(draft, agreed, today))
        };
        assert!(back(100_000, "").is_empty());
        assert!(back(90_000, "A broken window: £100").is_empty());
        assert_eq!(back(90_000, " "), ["deductions"]);
        assert_eq!(back(100_001, ""), ["returned"]);
        let nothing =
            received("2026-01-01").give_back(ReturnDraft::default(), (Money::gbp(1), true), today);
        assert_eq!(fields(nothing), ["return_date", "returned"]);
    }

    #[test]
    fn a_bill_is_one_that_the_tenants_were_given_and_goes_with_the_return() {
        let today = day("2026-11-25");
        let draft = |bill: Option<i64>| ReturnDraft {
            on: Some(today),
            returned: Some(Money::gbp(90_000)),
            deductions: "A new key".to_owned(),
            bill: bill.map(Into::into),
            ..ReturnDraft::default()
        };
        let back = |before: Deposit, bill, has_bill| {
            before.give_back(draft(bill), (Money::gbp(100_000), has_bill), today)
        };
        let refused = back(received("2026-01-01"), Some(7), false);
        assert_eq!(fields(refused), ["bill_document_id"]);
        let shown = back(received("2026-01-01"), Some(7), true).unwrap_or_default();
        assert_eq!(shown.bill, Some(7.into()));
        let without = back(shown, None, true).unwrap_or_default();
        assert_eq!(without.bill, None);
    }
}
