//! The results of a sale (docs/reference/screens/property-details.md S2 9, docs/reference/decisions.md 4). Every figure keeps full precision and is rounded once,
//! when it leaves the server.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Money, MoneyError};
use rust_decimal::Decimal;

use super::{Purchase, Sale, SaleDraft, growth::annual_growth_percent};

/// The terms that figures are computed from. Prices and days may be unknown while a sale is being typed; unknown costs are 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SaleTerms {
    /// The sale price.
    pub sale_price: Option<Money>,
    /// The purchase price.
    pub purchase_price: Option<Money>,
    /// The day of the sale.
    pub sale_date: Option<NaiveDate>,
    /// When it was bought.
    pub purchase: Purchase,
    /// SDLT, LTT or LBTT at purchase.
    pub stamp_duty: Option<Money>,
    /// Legal fees at purchase.
    pub legal_fees_purchase: Option<Money>,
    /// The costs of refurbishment.
    pub refurb_costs: Option<Money>,
    /// The costs of selling.
    pub fees_to_sell: Option<Money>,
}

impl From<&Sale> for SaleTerms {
    fn from(sale: &Sale) -> Self {
        Self {
            sale_price: Some(sale.sale_price),
            purchase_price: Some(sale.purchase_price),
            sale_date: Some(sale.sale_date),
            purchase: sale.purchase,
            stamp_duty: sale.stamp_duty,
            legal_fees_purchase: sale.legal_fees_purchase,
            refurb_costs: sale.refurb_costs,
            fees_to_sell: sale.fees_to_sell,
        }
    }
}

impl SaleTerms {
    /// The terms of a sale that is being typed, of what was bought at `known` unless it says when.
    #[must_use]
    pub fn typed(draft: &SaleDraft, known: Purchase) -> Self {
        Self {
            sale_price: draft.sale_price,
            purchase_price: draft.purchase_price,
            sale_date: draft.sale_date,
            purchase: draft.purchase(known),
            stamp_duty: draft.stamp_duty,
            legal_fees_purchase: draft.legal_fees_purchase,
            refurb_costs: draft.refurb_costs,
            fees_to_sell: draft.fees_to_sell,
        }
    }
}

/// The figures of one sale; none where their inputs are not known or they have no meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaleFigures {
    /// Sale price − purchase price.
    pub gross_profit: Option<Money>,
    /// Purchase tax + legal fees + refurbishment + fees to sell.
    pub total_costs: Money,
    /// Purchase price + purchase tax + legal fees + refurbishment; the deposit is part of the price.
    pub total_investment: Option<Money>,
    /// Sale price − fees to sell.
    pub proceeds: Option<Money>,
    /// Proceeds − total investment, which is gross profit − total costs.
    pub net_profit: Option<Money>,
    /// Net profit in percent of the total investment.
    pub profit_percentage: Option<Decimal>,
    /// From purchase to sale, in years of 365.25 days.
    pub holding_period_years: Option<Decimal>,
    /// ((proceeds ÷ total investment)^(1 ÷ years) − 1) × 100.
    pub annualised_return: Option<Decimal>,
}

impl SaleFigures {
    /// The figures of `terms`.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
    pub fn of(terms: &SaleTerms) -> Result<Self, MoneyError> {
        let cost = |amount: Option<Money>| amount.unwrap_or(Money::ZERO);
        let at_purchase = Money::sum([
            cost(terms.stamp_duty),
            cost(terms.legal_fees_purchase),
            cost(terms.refurb_costs),
        ])?;
        let fees = cost(terms.fees_to_sell);
        let both = terms.sale_price.zip(terms.purchase_price);
        let total_investment = terms.purchase_price.map(|price| price.plus(at_purchase));
        let total_investment = total_investment.transpose()?;
        let proceeds = terms
            .sale_price
            .map(|price| price.minus(fees))
            .transpose()?;
        let result = proceeds.zip(total_investment);
        let net_profit = result.map(|(got, paid)| got.minus(paid)).transpose()?;
        let years = terms
            .sale_date
            .and_then(|day| holding_period_years(terms.purchase, day));
        Ok(Self {
            gross_profit: both.map(|(sale, price)| sale.minus(price)).transpose()?,
            total_costs: at_purchase.plus(fees)?,
            total_investment,
            proceeds,
            net_profit,
            profit_percentage: net_profit
                .zip(total_investment)
                .and_then(|(net, paid)| ratio(net, paid)?.checked_mul(Decimal::ONE_HUNDRED)),
            holding_period_years: years,
            annualised_return: result
                .and_then(|(got, paid)| annual_growth_percent(ratio(got, paid)?, years?)),
        })
    }
}

impl Sale {
    /// The figures of the sale.
    ///
    /// # Errors
    /// As [`SaleFigures::of`].
    pub fn figures(&self) -> Result<SaleFigures, MoneyError> {
        SaleFigures::of(&self.into())
    }
}

/// Years of 365.25 days from purchase to `sale`, never below nothing. Of a purchase of which only the year is known: from
/// 1 July of it, or half a year when it is the year of the sale.
#[must_use]
pub fn holding_period_years(purchase: Purchase, sale: NaiveDate) -> Option<Decimal> {
    let from = match (purchase.date, purchase.year) {
        (Some(date), _) => date,
        (None, Some(year)) if year == sale.year() => return Some(Decimal::new(5, 1)),
        (None, Some(year)) => NaiveDate::from_ymd_opt(year, 7, 1)?,
        (None, None) => return None,
    };
    let days = (sale - from).num_days().max(0);
    Decimal::from(days)
        .checked_mul(Decimal::from(4))?
        .checked_div(Decimal::from(1461))
}

/// `part` of a whole that is more than nothing.
fn ratio(part: Money, whole: Money) -> Option<Decimal> {
    (whole.minor() > 0).then_some(())?;
    part.to_decimal().checked_div(whole.to_decimal())
}

#[cfg(test)]
mod tests;
