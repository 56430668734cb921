//! The inputs of a return as bodies have them.

use lintel_core::{Money, decimal};
use lintel_proto::listings::v1::Assumptions;
use rust_decimal::Decimal;

use super::{FieldReader, Percent, fields};
use crate::api::{
    listings::assumptions::WEEKS,
    names::{AnalysisMortgageType, Buyer, BuyerType, HomeNation, PropertyKind},
};

fields! {
    /// The inputs that a return is computed from. An absent field gets its default, which the reply names with its
    /// source.
    AssumptionsBody for Assumptions {
        /// The price; the listing's where absent.
        price: Option<Money>,
        /// The rent per month; the listing's where absent.
        monthly_rent: Option<Money>,
        /// The buyer's own money; a quarter of the price where absent.
        deposit: Option<Money> { example: "45,000" },
        /// The interest rate of the mortgage, percent per year; 5.50 where absent.
        interest_rate_percent: Option<Percent> { example: 5.25 },
        /// The term of the mortgage; 25 where absent.
        term_years: Option<i32>,
        /// The way in which the mortgage is paid back; Interest Only where absent.
        mortgage_type: Option<AnalysisMortgageType>,
        /// The buyer in one word; additional where absent. buyer, livesAbroad, ownsAnotherHome and firstTimeBuyer win where they are said.
        buyer_type: Option<BuyerType>,
        /// The kind of property; commercial for a commercial listing where absent, else residential.
        property_kind: Option<PropertyKind>,
        /// Homes in this one purchase, 1 to 1000; 1 where absent. Six or more are taxed as no homes are.
        dwellings: Option<i32> { example: 1 },
        /// The buyer: a person or a company; person where absent.
        buyer: Option<Buyer>,
        /// True where the buyer lives abroad; as buyerType says where absent.
        lives_abroad: Option<bool>,
        /// True where the buyer will own another home; as buyerType says where absent.
        owns_another_home: Option<bool>,
        /// True where a person buys their first home; as buyerType says where absent. Refused beside ownsAnotherHome
        /// and for companies.
        first_time_buyer: Option<bool>,
        /// True where income tax of the person who lets is counted; false where absent.
        counts_income_tax: Option<bool>,
        /// Earnings, pension and other income of a year, for income tax; no tax is worked out where absent.
        other_income: Option<Money> { example: "45,000" },
        /// The nation in which the landlord is taxed; the nation of the property where absent.
        tax_residence: Option<HomeNation>,
        /// The nation whose tax counts; the listing's where absent.
        nation: Option<HomeNation>,
        /// The tax on the purchase, whichever it is; that of nation, price, property and buyer where absent.
        stamp_duty: Option<Money>,
        /// Legal fees of the purchase; 1,800 where absent.
        legal_fees: Option<Money>,
        /// Refurbishment; 0 where absent.
        refurbishment: Option<Money>,
        /// Other costs of the purchase; 0 where absent.
        other_fees: Option<Money>,
        /// Weeks a year without a tenant; 2 where absent.
        void_weeks: Option<Percent>,
        /// Management, percent of collected rent; 10 where absent.
        management_percent: Option<Percent>,
        /// Maintenance, percent of gross rent; 5 where absent.
        maintenance_percent: Option<Percent>,
        /// Maintenance per year, in place of maintenancePercent.
        maintenance: Option<Money>,
        /// Per year; 220 where absent.
        insurance: Option<Money>,
        /// Per year; 0 where absent.
        service_charge: Option<Money>,
        /// Per year; 0 where absent.
        ground_rent: Option<Money>,
        /// Per year; 150 where absent.
        other_costs: Option<Money>,
        /// The rate at which the rent is tested, percent per year; the larger of 5.5 and the rate + 2 where absent.
        stress_rate_percent: Option<Percent>,
        /// The interest cover that a lender asks for, percent; 125 where absent.
        minimum_cover_percent: Option<Percent>,
    } then read_voids {
        /// The time without a tenant, percent of the year, in place of voidWeeks.
        voids_percent: Option<Percent>,
    }
}

fn read_voids(reader: &mut FieldReader<'_>, inputs: &mut Assumptions) {
    let percent = reader.percent("voidsPercent");
    let percent = percent.and_then(|text| decimal::read(&text).ok());
    if let Some(percent) = percent.filter(|_| inputs.void_weeks.is_empty()) {
        let weeks = percent * WEEKS / Decimal::ONE_HUNDRED;
        inputs.void_weeks = decimal::plain(weeks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::input::asked;

    #[test]
    fn voids_may_be_said_in_percent_of_the_year() {
        for (query, weeks) in [
            ("voidsPercent=5", "2.6"),
            ("voidsPercent=0", "0"),
            ("voidsPercent=5&voidWeeks=3", "3"),
            ("", ""),
        ] {
            let inputs = asked::<AssumptionsBody>(query);
            let inputs = inputs.map(|inputs| inputs.void_weeks);
            assert_eq!(inputs.as_deref(), Ok(weeks), "{query}");
        }
    }

    #[test]
    fn each_input_that_cannot_be_read_is_named() {
        let named = ["deposit", "interestRate", "termYears", "voidsPercent"].map(str::to_owned);
        let refused =
            asked::<AssumptionsBody>("deposit=lots&interestRate=x&termYears=1.5&voidsPercent=x");
        assert_eq!(refused, Err(named.to_vec()));
    }
}
