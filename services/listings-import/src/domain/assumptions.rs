//! The assumptions of a return: a person's values, and defaults for the rest that say where they are from.

use chrono::NaiveDate;
use lintel_core::{Error, Money};
use lintel_rules::Nation;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{
    assumption_source::{AssumptionSource, Defaults},
    buyer::{BuyerType, PurchaseFacts},
    landlord::Landlord,
    mortgage_type::MortgageType,
    purchase_tax::tax_on,
    typed::Typed,
};

/// The known facts of the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownOfListing<'a> {
    /// Its price.
    pub price: Option<Money>,
    /// Its rent for a month.
    pub monthly_rent: Option<Money>,
    /// Where the rent is from.
    pub rent_basis: &'a str,
    /// The nation that it is in.
    pub nation: Nation,
    /// True when it is no home.
    pub is_commercial: bool,
}

/// All of the inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumptions {
    /// The price.
    pub price: Money,
    /// The rent for a month.
    pub monthly_rent: Money,
    /// The deposit; never more than the price.
    pub deposit: Money,
    /// Percent a year.
    pub interest_rate: Decimal,
    /// Years.
    pub term_years: i32,
    /// The repayment of the mortgage.
    pub mortgage: MortgageType,
    /// The buyer, as the one word that was asked for before `purchase`; the nearest to it.
    pub buyer: BuyerType,
    /// The purchase and its buyer; `None` in analyses of before it was asked for, where `buyer` says it.
    #[serde(default)]
    pub purchase: Option<PurchaseFacts>,
    /// The nation whose tax counts; `None` for the listing's.
    #[serde(default)]
    pub nation: Option<Nation>,
    /// The landlord whose income tax is counted; `None` where it is not.
    #[serde(default)]
    pub landlord: Option<Landlord>,
    /// The purchase tax.
    pub stamp_duty: Money,
    /// For the solicitor.
    pub legal_fees: Money,
    /// For works before it is let.
    pub refurbishment: Money,
    /// For anything else.
    pub other_fees: Money,
    /// Weeks a year without a tenant.
    pub void_weeks: Decimal,
    /// Percent of the rent collected.
    pub management: Decimal,
    /// Percent of the whole rent.
    pub maintenance: Decimal,
    /// A year, in place of the percentage.
    pub maintenance_amount: Option<Money>,
    /// A year.
    pub insurance: Money,
    /// A year.
    pub service_charge: Money,
    /// A year.
    pub ground_rent: Money,
    /// A year.
    pub other_costs: Money,
    /// Percent a year at which a lender tests.
    pub stress_rate: Decimal,
    /// Percent of interest that the rent must cover.
    pub minimum_cover: Decimal,
}

impl Assumptions {
    /// Returns the facts of the purchase.
    #[must_use]
    pub fn facts(&self) -> PurchaseFacts {
        self.purchase.unwrap_or_else(|| self.buyer.facts())
    }

    /// Returns the `typed` values, and a listing's defaults on `today` for the rest, with their sources.
    ///
    /// # Errors
    /// `ANALYSIS_INVALID` with every field that breaks a rule.
    pub fn of(
        typed: &Typed,
        listing: &KnownOfListing<'_>,
        today: NaiveDate,
    ) -> Result<(Self, Vec<AssumptionSource>), Error> {
        let mut violations = typed.check();
        let mut from = Defaults {
            sources: Vec::new(),
        };
        let (price, said) = match listing.price {
            Some(price) => (price, "the listing's price"),
            None => (Money::ZERO, "this listing has no price: enter one"),
        };
        let price = from.take("price", typed.price, price, said);
        let (rent, said) = match (listing.monthly_rent, listing.rent_basis) {
            (Some(rent), "source") => (rent, "the listing's rent".to_owned()),
            (Some(rent), basis) => (rent, format!("the median rent of {basis}")),
            (None, _) => (Money::ZERO, "no rent is known here: enter one".to_owned()),
        };
        let monthly_rent = from.take("monthly_rent", typed.monthly_rent, rent, &said);
        let quarter = Money::round_half_away(price.to_decimal() / Decimal::from(4));
        let quarter = quarter.unwrap_or(Money::ZERO);
        let deposit = from.take("deposit", typed.deposit, quarter, "25 % of the price");
        if deposit.minor() > price.minor() {
            violations.add("deposit", "The deposit must not be more than the price.");
        }
        let interest_rate = from.take(
            "interest_rate_percent",
            typed.interest_rate,
            Decimal::new(550, 2),
            "a usual buy-to-let rate",
        );
        let term_years = from.take("term_years", typed.term_years, 25, "a usual term");
        let mortgage = from.take(
            "mortgage_type",
            typed.mortgage,
            MortgageType::InterestOnly,
            "usual for buy-to-let",
        );
        let facts = PurchaseFacts::of(typed, listing.is_commercial, &mut from);
        let nation = from.take(
            "nation",
            typed.nation,
            listing.nation,
            "where the listing is",
        );
        let tax = tax_on(nation, today, price, facts);
        let stamp_duty = from.take("stamp_duty", typed.stamp_duty, tax.amount, &tax.source);
        let landlord = typed
            .counts_income_tax
            .unwrap_or_default()
            .then(|| Landlord {
                other_income: typed.other_income,
                residence: from.take(
                    "tax_residence",
                    typed.tax_residence,
                    nation,
                    "where the property is",
                ),
            });
        let assumptions = Self {
            price,
            monthly_rent,
            deposit,
            interest_rate,
            term_years,
            mortgage,
            buyer: facts.nearest(),
            purchase: Some(facts),
            nation: typed.nation,
            landlord,
            stamp_duty,
            legal_fees: from.take(
                "legal_fees",
                typed.legal_fees,
                Money::gbp(180_000),
                "a usual fee with searches",
            ),
            refurbishment: from.take("refurbishment", typed.refurbishment, Money::ZERO, "none"),
            other_fees: from.take("other_fees", typed.other_fees, Money::ZERO, "none"),
            void_weeks: from.take(
                "void_weeks",
                typed.void_weeks,
                Decimal::TWO,
                "2 to 4 weeks a year are usual",
            ),
            management: from.take(
                "management_percent",
                typed.management,
                Decimal::TEN,
                "agents take 10 to 12 % of the rent collected",
            ),
            maintenance: if typed.maintenance_amount.is_some() {
                typed.maintenance.unwrap_or_default()
            } else {
                from.take(
                    "maintenance_percent",
                    typed.maintenance,
                    Decimal::from(5),
                    "5 to 10 % of the rent are usual",
                )
            },
            maintenance_amount: typed.maintenance_amount,
            insurance: from.take(
                "insurance",
                typed.insurance,
                Money::gbp(22_000),
                "a usual landlord's policy",
            ),
            service_charge: from.take("service_charge", typed.service_charge, Money::ZERO, "none"),
            ground_rent: from.take("ground_rent", typed.ground_rent, Money::ZERO, "none"),
            other_costs: from.take(
                "other_costs",
                typed.other_costs,
                Money::gbp(15_000),
                "certificates and licences",
            ),
            stress_rate: from.take(
                "stress_rate_percent",
                typed.stress_rate,
                Decimal::new(55, 1).max(interest_rate + Decimal::TWO),
                "the larger of 5.5 % and the rate + 2",
            ),
            minimum_cover: from.take(
                "minimum_cover_percent",
                typed.minimum_cover,
                Decimal::from(125),
                "basic-rate taxpayers and companies; 145 for others",
            ),
        };
        violations.into_result("ANALYSIS_INVALID")?;
        Ok((assumptions, from.sources))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEEDS: KnownOfListing<'static> = KnownOfListing {
        price: Some(Money::gbp(18_000_000)),
        monthly_rent: Some(Money::gbp(95_000)),
        rent_basis: "12 lettings nearby",
        nation: Nation::England,
        is_commercial: false,
    };

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 25).unwrap_or_default()
    }

    #[test]
    fn what_nobody_typed_has_a_default_that_says_where_it_is_from() -> Result<(), Error> {
        let (all, sources) = Assumptions::of(&Typed::default(), &LEEDS, today())?;
        assert_eq!(all.deposit, Money::gbp(4_500_000));
        assert_eq!(all.stamp_duty, Money::gbp(1_010_000));
        assert_eq!(all.stress_rate, Decimal::new(75, 1));
        assert_eq!(sources.len(), 27);
        let said = |field| {
            sources
                .iter()
                .find(|one| one.field == field)
                .map(|one| one.source.as_str())
        };
        assert_eq!(
            said("monthly_rent"),
            Some("the median rent of 12 lettings nearby")
        );
        assert_eq!(
            said("stamp_duty"),
            Some("SDLT, England, from 1 April 2025, additional home")
        );
        Ok(())
    }

    #[test]
    fn what_was_typed_stands_and_moves_the_defaults_that_follow_from_it() -> Result<(), Error> {
        let typed = Typed {
            price: Some(Money::gbp(30_000_000)),
            interest_rate: Some(Decimal::new(3, 0)),
            buyer: Some(BuyerType::FirstTime),
            ..Typed::default()
        };
        let (all, sources) = Assumptions::of(&typed, &LEEDS, today())?;
        assert_eq!(
            (all.deposit, all.stamp_duty),
            (Money::gbp(7_500_000), Money::ZERO)
        );
        assert_eq!(all.stress_rate, Decimal::new(55, 1));
        assert!(
            sources
                .iter()
                .all(|one| !["price", "buyer_type"].contains(&one.field.as_str()))
        );
        Ok(())
    }

    #[test]
    fn the_tax_is_that_of_the_nation_which_was_said_else_of_the_listing_s() -> Result<(), Error> {
        let typed = Typed {
            nation: Some(Nation::Wales),
            ..Typed::default()
        };
        let (all, sources) = Assumptions::of(&typed, &LEEDS, today())?;
        assert_eq!(all.nation, Some(Nation::Wales));
        let tax = sources.iter().find(|one| one.field == "stamp_duty");
        assert!(tax.is_some_and(|one| one.source.starts_with("LTT, Wales")));
        let welsh = KnownOfListing {
            nation: Nation::Wales,
            ..LEEDS
        };
        let (of_listing, _) = Assumptions::of(&Typed::default(), &welsh, today())?;
        assert_eq!(
            (of_listing.nation, of_listing.stamp_duty),
            (None, all.stamp_duty)
        );
        Ok(())
    }

    #[test]
    fn every_field_that_breaks_a_rule_is_named() {
        let typed = Typed {
            price: Some(Money::gbp(100)),
            deposit: Some(Money::gbp(101)),
            term_years: Some(51),
            void_weeks: Some(Decimal::from(53)),
            insurance: Some(Money::gbp(-1)),
            ..Typed::default()
        };
        let refused = Assumptions::of(&typed, &LEEDS, today());
        let Err(Error::Invalid { reason, violations }) = refused else {
            panic!("was not refused")
        };
        let fields: Vec<_> = violations.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(reason, "ANALYSIS_INVALID");
        assert_eq!(fields, ["insurance", "void_weeks", "term_years", "deposit"]);
    }

    #[test]
    fn a_home_without_price_and_rent_asks_for_them() -> Result<(), Error> {
        let unknown = KnownOfListing {
            price: None,
            monthly_rent: None,
            rent_basis: "",
            ..LEEDS
        };
        let (all, sources) = Assumptions::of(&Typed::default(), &unknown, today())?;
        assert_eq!(
            (all.price, all.monthly_rent, all.stamp_duty),
            (Money::ZERO, Money::ZERO, Money::ZERO)
        );
        assert_eq!(
            sources.first().map(|one| one.source.as_str()),
            Some("this listing has no price: enter one")
        );
        Ok(())
    }
}
