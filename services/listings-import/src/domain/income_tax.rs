//! Income tax of a person who lets, as an option of an analysis: a full tax year of its rent, costs and interest. Rates and rules are
//! those of lintel-rules.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::Money;
use lintel_rules::{Buyer, Kind, Nation, PropertyIncome, rules};
use rust_decimal::Decimal;

use super::{assumptions::Assumptions, landlord::Landlord, returns::Returns};

#[cfg(test)]
mod tests;

/// The tax of the letting, and what is left after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AfterTax {
    /// `2026-27`.
    pub tax_year: String,
    /// Rent less expenses, without interest.
    pub profit: Money,
    /// Interest of the year.
    pub finance_costs: Money,
    /// The tax that the letting adds, before the credit.
    pub before_credit: Money,
    /// The credit for interest.
    pub credit: Money,
    /// The tax that the letting adds.
    pub tax: Money,
    /// The cash flow of a year.
    pub annual_cash_flow: Decimal,
    /// The same in percent of the cash that buying takes; `None` where it takes none.
    pub return_on_cash: Option<Decimal>,
    /// Interest that gave no credit and waits for another year.
    pub carried_forward: Money,
    /// The rule, in words for people.
    pub rule: String,
    /// Where the rule is from.
    pub source: String,
}

/// Why no tax is worked out, in words for people.
pub type NotWorkedOut = String;

impl AfterTax {
    /// The tax on what `returns` has for `inputs` in the tax year of `day`.
    ///
    /// # Errors
    /// [`NotWorkedOut`] for companies, what is no home, buyers from abroad, nations and years whose rates are not known, and until
    /// other income is said.
    pub fn of(
        inputs: &Assumptions,
        landlord: Landlord,
        returns: &Returns,
        day: NaiveDate,
    ) -> Result<Self, NotWorkedOut> {
        let facts = inputs.facts();
        if facts.buyer != Buyer::Person {
            return Err(
                "A company pays corporation tax, which Lintel does not work out.".to_owned(),
            );
        }
        if facts.kind != Kind::Residential {
            return Err(
                "Lintel works out income tax of homes alone: the interest of other property counts in another way."
                    .to_owned(),
            );
        }
        if facts.is_abroad {
            return Err(
                "Lintel works out no income tax for a person who lives abroad: not everybody has the personal allowance there."
                    .to_owned(),
            );
        }
        let year = tax_year(day);
        let found = rules().income_tax(PropertyIncome {
            nation: landlord.residence,
            tax_year: year,
            other_income: landlord.other_income.unwrap_or(Money::ZERO),
            rent: pounds(returns.collected_rent)?,
            expenses: pounds(returns.operating_costs)?,
            finance_costs: pounds(returns.annual_interest)?,
            brought_forward: Money::ZERO,
        });
        let found = found.map_err(|refusal| refusal.text)?;
        if landlord.other_income.is_none() {
            return Err(
                "Enter your other income of a year to see the tax: 0 if there is none.".to_owned(),
            );
        }
        let of_property = found.of_property.to_decimal();
        let annual_cash_flow = returns.annual_cash_flow - of_property;
        Ok(Self {
            tax_year: format!("{year}-{:02}", (year + 1).rem_euclid(100)),
            profit: found.profit,
            finance_costs: pounds(returns.annual_interest)?,
            before_credit: pounds(of_property + found.credit.to_decimal())?,
            credit: found.credit,
            tax: found.of_property,
            annual_cash_flow,
            return_on_cash: (!returns.cash_invested.is_zero())
                .then(|| annual_cash_flow * Decimal::ONE_HUNDRED / returns.cash_invested),
            carried_forward: found.carried_forward,
            rule: found.rule,
            source: source(landlord.residence, year),
        })
    }
}

/// The calendar year in which the tax year of `day` begins, on 6 April.
fn tax_year(day: NaiveDate) -> i32 {
    let begins = NaiveDate::from_ymd_opt(day.year(), 4, 6);
    if begins.is_some_and(|begins| begins <= day) {
        day.year()
    } else {
        day.year() - 1
    }
}

fn source(nation: Nation, year: i32) -> String {
    let first = NaiveDate::from_ymd_opt(year, 4, 6).unwrap_or_default();
    let row = rules().row("income.property", nation, first);
    row.map_or_else(String::new, |row| row.source.clone())
}

fn pounds(amount: Decimal) -> Result<Money, NotWorkedOut> {
    Money::round_half_away(amount).map_err(|_| "Enter smaller amounts.".to_owned())
}
