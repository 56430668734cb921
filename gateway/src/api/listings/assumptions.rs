//! The inputs that a return is computed from.

use lintel_core::decimal;
use lintel_proto::listings::v1 as listings;
use rust_decimal::Decimal as Exact;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::names::{AnalysisMortgageType, Buyer, BuyerType, HomeNation, PropertyKind},
    rest::{
        convert::{Decimal, money, required},
        problem::Problem,
    },
};

/// The weeks of a year.
pub const WEEKS: Exact = Exact::from_parts(52, 0, 0, false, 0);

/// The inputs of an analysis, all of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Assumptions {
    /// The price; null for price on application.
    #[schema(required, example = "180000.00")]
    pub price: Option<String>,
    /// The rent per month; null where it is not known.
    #[schema(required, example = "950.00")]
    pub monthly_rent: Option<String>,
    /// The buyer's own money.
    #[schema(required, example = "45000.00")]
    pub deposit: Option<String>,
    /// The interest rate of the mortgage, percent per year.
    #[schema(required, value_type = Option<f64>, example = 5.25)]
    pub interest_rate: Option<Decimal>,
    /// The term of the mortgage.
    #[schema(required, example = 25)]
    pub term_years: Option<i32>,
    /// The way in which the mortgage is paid back.
    pub mortgage_type: AnalysisMortgageType,
    /// An older word for the buyer: the one that comes nearest to buyer, livesAbroad, ownsAnotherHome and firstTimeBuyer.
    pub buyer_type: BuyerType,
    /// The kind of property that is bought; null only while an upgrade is under way.
    #[schema(required)]
    pub property_kind: Option<PropertyKind>,
    /// Homes in this one purchase; null only while an upgrade is under way.
    #[schema(required, example = 1)]
    pub dwellings: Option<i32>,
    /// The buyer: a person or a company; null only while an upgrade is under way.
    #[schema(required)]
    pub buyer: Option<Buyer>,
    /// True where the buyer lives abroad; null only while an upgrade is under way.
    #[schema(required)]
    pub lives_abroad: Option<bool>,
    /// True where the buyer will own another home; null only while an upgrade is under way.
    #[schema(required)]
    pub owns_another_home: Option<bool>,
    /// True where a person buys their first home; null only while an upgrade is under way.
    #[schema(required)]
    pub first_time_buyer: Option<bool>,
    /// True where income tax of the person who lets is counted; null only while an upgrade is under way.
    #[schema(required)]
    pub counts_income_tax: Option<bool>,
    /// Other income of a year; null where none was said, and where income tax is not counted.
    #[schema(required, example = "45000.00")]
    pub other_income: Option<String>,
    /// The nation in which the landlord is taxed; null where income tax is not counted.
    #[schema(required)]
    pub tax_residence: Option<HomeNation>,
    /// The nation whose tax counts; null only while an upgrade is under way.
    #[schema(required)]
    pub nation: Option<HomeNation>,
    /// The tax on the purchase, which returns.taxName names.
    #[schema(required, example = "10100.00")]
    pub stamp_duty: Option<String>,
    /// Legal fees of the purchase.
    #[schema(required, example = "1800.00")]
    pub fees: Option<String>,
    /// Refurbishment.
    #[schema(required)]
    pub refurbishment: Option<String>,
    /// Other costs of the purchase.
    #[schema(required)]
    pub other_fees: Option<String>,
    /// Weeks a year without a tenant.
    #[schema(required, value_type = Option<f64>, example = 2)]
    pub void_weeks: Option<Decimal>,
    /// The same in percent of a year, with two decimals.
    #[schema(required, value_type = Option<f64>, example = 3.85)]
    pub voids_percent: Option<Decimal>,
    /// Management, percent of collected rent.
    #[schema(required, value_type = Option<f64>, example = 10)]
    pub management_percent: Option<Decimal>,
    /// Maintenance, percent of gross rent.
    #[schema(required, value_type = Option<f64>, example = 5)]
    pub maintenance_percent: Option<Decimal>,
    /// Maintenance per year in place of that; null where the percentage counts.
    #[schema(required)]
    pub maintenance: Option<String>,
    /// Per year.
    #[schema(required, example = "220.00")]
    pub insurance: Option<String>,
    /// Per year.
    #[schema(required)]
    pub service_charge: Option<String>,
    /// Per year.
    #[schema(required)]
    pub ground_rent: Option<String>,
    /// Per year.
    #[schema(required)]
    pub other_costs: Option<String>,
    /// The rate at which the rent is tested, percent per year.
    #[schema(required, value_type = Option<f64>, example = 7.25)]
    pub stress_rate: Option<Decimal>,
    /// The interest cover that a lender asks for, percent.
    #[schema(required, value_type = Option<f64>, example = 125)]
    pub minimum_cover: Option<Decimal>,
}

impl TryFrom<listings::Assumptions> for Assumptions {
    type Error = Problem;

    fn try_from(inputs: listings::Assumptions) -> Result<Self, Problem> {
        let mortgage_type = AnalysisMortgageType::from_number(inputs.mortgage_type);
        let buyer_type = BuyerType::from_number(inputs.buyer_type);
        Ok(Self {
            price: money(inputs.price)?,
            monthly_rent: money(inputs.monthly_rent)?,
            deposit: money(inputs.deposit)?,
            interest_rate: Decimal::read(&inputs.interest_rate_percent)?,
            term_years: inputs.term_years,
            mortgage_type: required(mortgage_type, "mortgage_type")?,
            buyer_type: required(buyer_type, "buyer_type")?,
            property_kind: PropertyKind::from_number(inputs.property_kind),
            dwellings: inputs.dwellings,
            buyer: Buyer::from_number(inputs.buyer),
            lives_abroad: inputs.lives_abroad,
            owns_another_home: inputs.owns_another_home,
            first_time_buyer: inputs.first_time_buyer,
            counts_income_tax: inputs.counts_income_tax,
            other_income: money(inputs.other_income)?,
            tax_residence: HomeNation::from_number(inputs.tax_residence),
            nation: HomeNation::from_number(inputs.nation),
            stamp_duty: money(inputs.stamp_duty)?,
            fees: money(inputs.legal_fees)?,
            refurbishment: money(inputs.refurbishment)?,
            other_fees: money(inputs.other_fees)?,
            voids_percent: Decimal::read(&percent_of_year(&inputs.void_weeks)?)?,
            void_weeks: Decimal::read(&inputs.void_weeks)?,
            management_percent: Decimal::read(&inputs.management_percent)?,
            maintenance_percent: Decimal::read(&inputs.maintenance_percent)?,
            maintenance: money(inputs.maintenance)?,
            insurance: money(inputs.insurance)?,
            service_charge: money(inputs.service_charge)?,
            ground_rent: money(inputs.ground_rent)?,
            other_costs: money(inputs.other_costs)?,
            stress_rate: Decimal::read(&inputs.stress_rate_percent)?,
            minimum_cover: Decimal::read(&inputs.minimum_cover_percent)?,
        })
    }
}

/// Weeks as decimal text in percent of a year, with two decimals; empty for empty text.
fn percent_of_year(weeks: &str) -> Result<String, Problem> {
    if weeks.is_empty() {
        return Ok(String::new());
    }
    let weeks = decimal::read(weeks).map_err(Problem::internal)?;
    let percent = decimal::fixed(weeks * Exact::ONE_HUNDRED / WEEKS, 2);
    decimal::read(&percent)
        .map(decimal::plain)
        .map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_without_a_tenant_are_a_part_of_the_year() {
        for (weeks, percent) in [("2", "3.85"), ("0", "0"), ("5.2", "10"), ("", "")] {
            assert_eq!(percent_of_year(weeks).ok().as_deref(), Some(percent));
        }
        assert!(percent_of_year("two").is_err());
    }
}
