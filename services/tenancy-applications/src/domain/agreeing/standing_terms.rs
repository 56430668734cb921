//! The terms that a tenancy has before its agreement is issued: no agreement of it says anything else.

use chrono::NaiveDate;
use lintel_core::Money;

use crate::domain::{
    letting::{Tenancy, TenancyState},
    rent::{RentTerms, ledger::Ledger},
};

/// The terms of a tenancy that has begun, or whose rent is charged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingTerms {
    /// The first day.
    pub start: NaiveDate,
    /// The rent of the whole tenancy per month.
    pub rent: Money,
    /// The deposit; nothing for none.
    pub deposit: Money,
    /// How rent is charged; `None` while none is.
    pub rent_terms: Option<RentTerms>,
    /// The day of the next change of the rent that is recorded.
    pub next_change: Option<NaiveDate>,
}

impl StandingTerms {
    /// The terms of a tenancy on a day; `None` where the agreement is to shape it: it has not begun, and no rent is charged.
    #[must_use]
    pub fn of(tenancy: &Tenancy, ledger: Option<&Ledger>, day: NaiveDate) -> Option<Self> {
        let charged = ledger.and_then(|ledger| ledger.terms.as_ref());
        if tenancy.state == TenancyState::Upcoming && charged.is_none() {
            return None;
        }
        let next_change = charged.and_then(|(_, rents)| {
            let mut days = rents.changes.iter().map(|change| change.effective);
            days.find(|effective| *effective > day)
        });
        Some(Self {
            start: tenancy.start,
            rent: charged.map_or(tenancy.rent, |(_, rents)| rents.on(day)),
            deposit: tenancy.deposit.unwrap_or(Money::ZERO),
            rent_terms: charged.map(|(terms, _)| terms.clone()),
            next_change,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::agreeing::AgreementTerms;
    use crate::domain::rent::{ProRata, RentChange, RentPeriod, Rents};

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn monthly() -> RentTerms {
        RentTerms {
            period: RentPeriod::Monthly,
            due_day: 1,
            first_day: day("2026-11-01"),
            pro_rata: ProRata::DaysOfYear,
        }
    }

    fn tenancy(state: TenancyState) -> Tenancy {
        Tenancy {
            id: 1.into(),
            property: 1.into(),
            room: None,
            start: day("2026-11-01"),
            end: None,
            rent: Money::gbp(100_000),
            deposit: None,
            state,
            version: 1,
            tenants: Vec::new(),
            said: Vec::new(),
        }
    }

    fn ledger(changes: &[(&str, i64)]) -> Ledger {
        let changes = changes.iter().map(|(effective, monthly)| RentChange {
            id: 1.into(),
            effective: day(effective),
            monthly: Money::gbp(*monthly),
            served: None,
        });
        let rents = Rents {
            first: Money::gbp(100_000),
            changes: changes.collect(),
        };
        Ledger {
            terms: Some((monthly(), rents)),
            ..Ledger::new(1.into(), lintel_rules::Nation::England, day("2026-11-25"))
        }
    }

    fn agreed() -> AgreementTerms {
        AgreementTerms {
            landlord_name: String::new(),
            landlord: crate::domain::agreeing::agreement_terms::LandlordStyle::default(),
            landlord_address: String::new(),
            start: day("2026-11-01"),
            rent: Money::gbp(100_000),
            rent_terms: monthly(),
            deposit: Money::ZERO,
            bills: Vec::new(),
            agreed_pets: None,
            adaptations: None,
            clauses: Vec::new(),
            guarantor_signs: false,
            guarantee: None,
            payment_details: None,
        }
    }

    #[test]
    fn an_upcoming_tenancy_stands_once_its_rent_is_charged() {
        let today = day("2026-11-25");
        let upcoming = tenancy(TenancyState::Upcoming);
        assert_eq!(StandingTerms::of(&upcoming, None, today), None);
        let money_alone = Ledger::new(1.into(), lintel_rules::Nation::England, today);
        assert_eq!(
            StandingTerms::of(&upcoming, Some(&money_alone), today),
            None
        );
        let charged = StandingTerms::of(&upcoming, Some(&ledger(&[])), today);
        assert_eq!(charged.and_then(|one| one.rent_terms), Some(monthly()));
        let active = tenancy(TenancyState::Active);
        let begun = StandingTerms::of(&active, None, today);
        assert_eq!(begun.map(|one| one.rent_terms), Some(None));
    }

    #[test]
    fn the_rent_is_that_of_the_day_and_the_next_change_is_known() {
        let changes = [("2026-11-20", 110_000), ("2027-02-01", 120_000)];
        let (active, ledger) = (tenancy(TenancyState::Active), ledger(&changes));
        let on = |text| {
            let found = StandingTerms::of(&active, Some(&ledger), day(text));
            found.map(|one| (one.rent.minor(), one.next_change))
        };
        assert_eq!(on("2026-11-19"), Some((100_000, Some(day("2026-11-20")))));
        assert_eq!(on("2026-11-20"), Some((110_000, Some(day("2027-02-01")))));
        assert_eq!(on("2027-02-01"), Some((120_000, None)));
    }

    #[test]
    fn each_term_that_differs_is_named() {
        let today = day("2026-11-25");
        let active = tenancy(TenancyState::Active);
        let of = |ledger: Option<&Ledger>| StandingTerms::of(&active, ledger, today);
        let charged = ledger(&[]);
        let named = |change: &dyn Fn(&mut AgreementTerms)| {
            let mut terms = agreed();
            change(&mut terms);
            let found = of(Some(&charged)).map(|one| terms.differing_from(&one));
            found.unwrap_or_default()
        };
        assert!(named(&|_| ()).is_empty());
        assert_eq!(named(&|one| one.start = day("2026-12-01")), ["first day"]);
        assert_eq!(named(&|one| one.rent = Money::gbp(1)), ["rent"]);
        assert_eq!(named(&|one| one.deposit = Money::gbp(1)), ["deposit"]);
        assert_eq!(named(&|one| one.rent_terms.due_day = 2), ["due day"]);
        assert_eq!(
            named(&|one| one.rent_terms.period = RentPeriod::Weekly),
            ["rent period"]
        );
        assert_eq!(
            named(&|one| one.rent_terms.pro_rata = ProRata::DaysOfMonth),
            ["charge for a part of a period"]
        );
        // Where no rent is charged yet, how it is to be due is open.
        let mut terms = agreed();
        terms.rent_terms.due_day = 2;
        let open = of(None).map(|one| terms.differing_from(&one));
        assert_eq!(open, Some(Vec::new()));
    }
}
