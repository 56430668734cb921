//! The values that a person typed into the calculator, and the bounds within which they are used.

use lintel_core::{Money, Violations};
use rust_decimal::Decimal;

use super::{
    Nation,
    buyer::{BuyerType, SaidOfPurchase},
    mortgage_type::MortgageType,
};

/// The largest amount that is computed with, in pence.
const MOST: i64 = 999_999_999_999;

/// The values that a person typed; `None` means the default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// The price.
    pub price: Option<Money>,
    /// The rent for a month.
    pub monthly_rent: Option<Money>,
    /// The deposit.
    pub deposit: Option<Money>,
    /// Percent a year.
    pub interest_rate: Option<Decimal>,
    /// Years.
    pub term_years: Option<i32>,
    /// The repayment of the mortgage.
    pub mortgage: Option<MortgageType>,
    /// The buyer, as one word.
    pub buyer: Option<BuyerType>,
    /// The other facts of the purchase, which win over that word.
    pub purchase: SaidOfPurchase,
    /// The nation whose tax counts.
    pub nation: Option<Nation>,
    /// True when income tax is counted.
    pub counts_income_tax: Option<bool>,
    /// Other income of a year.
    pub other_income: Option<Money>,
    /// Where the landlord is taxed.
    pub tax_residence: Option<Nation>,
    /// The purchase tax.
    pub stamp_duty: Option<Money>,
    /// For the solicitor.
    pub legal_fees: Option<Money>,
    /// For works before it is let.
    pub refurbishment: Option<Money>,
    /// For anything else.
    pub other_fees: Option<Money>,
    /// Weeks a year without a tenant.
    pub void_weeks: Option<Decimal>,
    /// Percent of the rent collected.
    pub management: Option<Decimal>,
    /// Percent of the whole rent.
    pub maintenance: Option<Decimal>,
    /// A year, in place of the percentage.
    pub maintenance_amount: Option<Money>,
    /// A year.
    pub insurance: Option<Money>,
    /// A year.
    pub service_charge: Option<Money>,
    /// A year.
    pub ground_rent: Option<Money>,
    /// A year.
    pub other_costs: Option<Money>,
    /// Percent a year at which a lender tests.
    pub stress_rate: Option<Decimal>,
    /// Percent of interest that the rent must cover.
    pub minimum_cover: Option<Decimal>,
    /// Fields that could not be read.
    pub unreadable: Violations,
}

impl Typed {
    /// Every field that breaks a rule, and those that could not be read.
    pub(super) fn check(&self) -> Violations {
        let mut violations = self.unreadable.clone();
        for (field, amount) in [
            ("price", self.price),
            ("monthly_rent", self.monthly_rent),
            ("deposit", self.deposit),
            ("stamp_duty", self.stamp_duty),
            ("legal_fees", self.legal_fees),
            ("refurbishment", self.refurbishment),
            ("other_fees", self.other_fees),
            ("maintenance", self.maintenance_amount),
            ("insurance", self.insurance),
            ("service_charge", self.service_charge),
            ("ground_rent", self.ground_rent),
            ("other_costs", self.other_costs),
            ("other_income", self.other_income),
        ] {
            if amount.is_some_and(|amount| !(0..=MOST).contains(&amount.minor())) {
                violations.add(field, "Enter an amount from £0.00 to £9,999,999,999.99.");
            }
        }
        for (field, number, most) in [
            ("interest_rate_percent", self.interest_rate, 30),
            ("void_weeks", self.void_weeks, 52),
            ("management_percent", self.management, 100),
            ("maintenance_percent", self.maintenance, 100),
            ("stress_rate_percent", self.stress_rate, 30),
            ("minimum_cover_percent", self.minimum_cover, 1000),
        ] {
            let range = Decimal::ZERO..=Decimal::from(most);
            if number.is_some_and(|number| !range.contains(&number) || number.scale() > 4) {
                violations.add(
                    field,
                    format!("Enter a number from 0 to {most} with at most four decimals."),
                );
            }
        }
        if self
            .term_years
            .is_some_and(|years| !(1..=50).contains(&years))
        {
            violations.add("term_years", "Enter a term from 1 to 50 years.");
        }
        self.purchase.check(&mut violations);
        violations
    }
}
