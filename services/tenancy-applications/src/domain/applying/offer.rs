//! What a landlord offers a home for in a link, beside its rent.

use chrono::NaiveDate;
use lintel_core::{Money, Violations, spelt};
use lintel_rules::{DepositCap, Nation, Rent, rules};

use crate::domain::{check, pounds};

/// The longest text about bills, in characters.
const LONGEST_BILLS: usize = 200;

spelt! {
    /// The band of an energy performance certificate.
    EnergyRating {
        /// The best.
        A = "A",
        /// The second.
        B = "B",
        /// The third.
        C = "C",
        /// The fourth.
        D = "D",
        /// The fifth.
        E = "E",
        /// The sixth.
        F = "F",
        /// The worst.
        G = "G",
    }
}

/// What a landlord says of an offer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferDraft {
    /// The deposit.
    pub deposit: Option<Money>,
    /// From which day the home is free.
    pub free_from: Option<NaiveDate>,
    /// Which bills are in the rent.
    pub bills: String,
    /// The energy rating, A to G.
    pub energy_rating: String,
    /// What could not be read.
    pub unreadable: Violations,
}

/// The home that an offer is for: its nation and its rent per month.
#[derive(Debug, Clone, Copy)]
pub struct OfferedHome {
    /// Whose law.
    pub nation: Nation,
    /// The rent per month.
    pub rent: Money,
}

/// What a link says of the home beside its rent. The agreement decides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offer {
    /// The deposit.
    pub deposit: Option<Money>,
    /// From which day the home is free.
    pub free_from: Option<NaiveDate>,
    /// Which bills are in the rent.
    pub bills: Option<String>,
    /// The energy rating.
    pub energy_rating: Option<EnergyRating>,
}

impl Offer {
    /// Judges what a landlord says on `today`, and notes every field that breaks a rule. Without a home the deposit is not compared.
    pub fn judged(
        found: &mut Violations,
        draft: &OfferDraft,
        home: Option<OfferedHome>,
        today: NaiveDate,
    ) -> Self {
        for unread in &draft.unreadable {
            check::refuse(found, &unread.field, unread.message.clone());
        }
        let deposit = draft.deposit.and_then(|amount| {
            check::money(found, "offer.deposit", Some(amount), "Enter the deposit.")
        });
        let day = draft.free_from.unwrap_or(today);
        if let (Some(deposit), Some(home)) = (deposit, home)
            && let Some(most) = exceeded(deposit, home, day)
        {
            let most = pounds(most);
            let message = format!("At this rent the deposit may be {most} at most.");
            check::refuse(found, "offer.deposit", message);
        }
        if draft.free_from.is_some_and(|day| day < today) {
            const TO_COME: &str = "Choose today or a later day, or leave it empty.";
            check::refuse(found, "offer.free_from_date", TO_COME);
        }
        let bills = (!draft.bills.trim().is_empty())
            .then(|| {
                const BILLS: &str = "Name the bills on one line, in at most 200 characters.";
                let range = 1..=LONGEST_BILLS;
                check::text(found, "offer.bills", &draft.bills, range, BILLS)
            })
            .flatten();
        let rating = draft.energy_rating.trim().to_uppercase();
        let energy_rating = EnergyRating::parse(&rating);
        if energy_rating.is_none() && !rating.is_empty() {
            check::refuse(found, "offer.energy_rating", "Choose from A to G.");
        }
        Self {
            deposit,
            free_from: draft.free_from,
            bills,
            energy_rating,
        }
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The offer without a deposit that is above what the home may be let for on `today`: its rent may have been lowered since.
    #[must_use]
    pub fn allowed(mut self, home: Option<OfferedHome>, today: NaiveDate) -> Self {
        let day = self.free_from.unwrap_or(today).max(today);
        self.deposit = self
            .deposit
            .filter(|deposit| home.is_none_or(|home| exceeded(*deposit, home, day).is_none()));
        self
    }

    /// The offer as it is told on `today`: a home that is free already has no day.
    #[must_use]
    pub fn told_on(mut self, today: NaiveDate) -> Self {
        self.free_from = self.free_from.filter(|day| *day > today);
        self
    }
}

/// The most that the deposit may be of a tenancy that begins on `day`, where `deposit` is above it.
fn exceeded(deposit: Money, home: OfferedHome, day: NaiveDate) -> Option<Money> {
    match rules().deposit_cap(home.nation, Rent::monthly(home.rent), day)? {
        DepositCap::Most(most) => (deposit.minor() > most.minor()).then_some(most),
        DepositCap::Unlimited => None,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::domain::vectors::rows;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn judged(draft: &OfferDraft, home: Option<OfferedHome>) -> Result<Offer, Vec<String>> {
        let mut found = Violations::default();
        let offer = Offer::judged(&mut found, draft, home, day("2026-12-01"));
        match found.is_empty() {
            true => Ok(offer),
            false => Err(found.iter().map(|one| one.message.clone()).collect()),
        }
    }

    fn deposit(pence: i64) -> OfferDraft {
        OfferDraft {
            deposit: Some(Money::gbp(pence)),
            ..OfferDraft::default()
        }
    }

    #[test]
    fn a_deposit_is_at_most_the_cap_of_the_nation_at_the_rent() {
        for row in rows("monthly_to_weekly_and_deposit_caps") {
            let home = OfferedHome {
                nation: Nation::England,
                rent: row.pounds("monthly"),
            };
            let cap = row.pounds("deposit_cap").minor();
            assert!(judged(&deposit(cap), Some(home)).is_ok());
            assert!(judged(&deposit(cap + 1), Some(home)).is_err());
        }
        // Scotland: two months' rent; Wales sets no cap.
        for (nation, pence, taken) in [
            (Nation::England, 110_769, true),
            (Nation::England, 110_770, false),
            (Nation::Scotland, 192_000, true),
            (Nation::Scotland, 192_001, false),
            (Nation::Wales, 500_000, true),
        ] {
            let rent = Money::gbp(96_000);
            let home = Some(OfferedHome { nation, rent });
            assert_eq!(
                judged(&deposit(pence), home).is_ok(),
                taken,
                "{nation:?} {pence}"
            );
        }
        assert!(judged(&deposit(500_000), None).is_ok());
        assert!(judged(&deposit(-1), None).is_err());
    }

    #[test]
    fn what_is_said_is_kept_without_blanks_and_nothing_is_nothing() {
        let draft = OfferDraft {
            free_from: Some(day("2026-12-01")),
            bills: " Water and broadband ".to_owned(),
            energy_rating: " c".to_owned(),
            ..OfferDraft::default()
        };
        let offer = judged(&draft, None).unwrap();
        assert_eq!(offer.bills.as_deref(), Some("Water and broadband"));
        assert_eq!(offer.energy_rating, Some(EnergyRating::C));
        let told = |today| offer.clone().told_on(day(today)).free_from;
        assert_eq!(told("2026-11-30"), Some(day("2026-12-01")));
        assert_eq!(told("2026-12-01"), None);
        assert!(judged(&OfferDraft::default(), None).unwrap().is_empty());
        assert!(!offer.is_empty());
    }

    #[test]
    fn a_deposit_above_the_cap_of_a_rent_that_was_lowered_is_not_told() {
        let offer = Offer {
            deposit: Some(Money::gbp(110_769)),
            bills: Some("Water".to_owned()),
            ..Offer::default()
        };
        let told = |nation, rent: Option<i64>| {
            let home = rent.map(|pence| OfferedHome {
                nation,
                rent: Money::gbp(pence),
            });
            let told = offer.clone().allowed(home, day("2026-12-01"));
            assert_eq!(told.bills, offer.bills);
            told.deposit.is_some()
        };
        assert!(told(Nation::England, Some(96_000)));
        assert!(!told(Nation::England, Some(95_900)));
        assert!(told(Nation::Wales, Some(95_900)));
        assert!(told(Nation::England, None));
    }

    #[test]
    fn each_field_that_breaks_a_rule_is_named() {
        let draft = OfferDraft {
            deposit: Some(Money::gbp(9_999_999_999_999)),
            free_from: Some(day("2026-11-30")),
            bills: "x".repeat(201),
            energy_rating: "H".to_owned(),
            ..OfferDraft::default()
        };
        assert_eq!(judged(&draft, None).unwrap_err().len(), 4);
        let lines = OfferDraft {
            bills: "Water\nand gas".to_owned(),
            ..OfferDraft::default()
        };
        assert!(judged(&lines, None).is_err());
    }
}
