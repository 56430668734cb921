//! The figures of all sales (docs/reference/decisions.md 4).

use lintel_core::{Money, MoneyError};
use rust_decimal::Decimal;

use super::Sale;

/// Sums over sales, and what their averages are taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaleSums {
    /// The number of sold properties.
    pub sold: i64,
    /// The sum of the sale prices.
    pub total_sales: Money,
    /// The sum of the purchase prices.
    pub total_purchase_price: Money,
    /// The sum of the costs.
    pub total_costs: Money,
    /// The sum of the gross profits.
    pub total_gross_profit: Money,
    /// The sum of the net profits.
    pub total_net_profit: Money,
    held: Mean,
    returns: Mean,
    long_returns: Mean,
    range: Option<(Decimal, Decimal)>,
}

/// A plain mean of what was added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Mean {
    sum: Decimal,
    count: i64,
}

impl Mean {
    fn with(self, figure: Decimal) -> Result<Self, MoneyError> {
        Ok(Self {
            sum: self.sum.checked_add(figure).ok_or(MoneyError::TooLarge)?,
            count: self.count + 1,
        })
    }

    /// Nothing of nothing.
    fn value(self) -> Decimal {
        self.sum
            .checked_div(Decimal::from(self.count))
            .unwrap_or_default()
    }
}

impl Default for SaleSums {
    fn default() -> Self {
        Self {
            sold: 0,
            total_sales: Money::ZERO,
            total_purchase_price: Money::ZERO,
            total_costs: Money::ZERO,
            total_gross_profit: Money::ZERO,
            total_net_profit: Money::ZERO,
            held: Mean::default(),
            returns: Mean::default(),
            long_returns: Mean::default(),
            range: None,
        }
    }
}

impl SaleSums {
    /// With one sale more.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow; that needs more sales than there are houses.
    pub fn with(mut self, sale: &Sale) -> Result<Self, MoneyError> {
        let figures = sale.figures()?;
        let nothing = Money::ZERO;
        self.sold += 1;
        self.total_sales = self.total_sales.plus(sale.sale_price)?;
        self.total_purchase_price = self.total_purchase_price.plus(sale.purchase_price)?;
        self.total_costs = self.total_costs.plus(figures.total_costs)?;
        self.total_gross_profit = self
            .total_gross_profit
            .plus(figures.gross_profit.unwrap_or(nothing))?;
        self.total_net_profit = self
            .total_net_profit
            .plus(figures.net_profit.unwrap_or(nothing))?;
        if let Some(years) = figures.holding_period_years {
            self.held = self.held.with(years)?;
            self.range = Some(self.range.map_or((years, years), |(least, most)| {
                (least.min(years), most.max(years))
            }));
            if let Some(percent) = figures.annualised_return {
                self.returns = self.returns.with(percent)?;
                // A profit made within weeks, counted as a year's, would outweigh returns over years.
                if years >= Decimal::ONE {
                    self.long_returns = self.long_returns.with(percent)?;
                }
            }
        }
        Ok(self)
    }

    /// The mean holding period in years of those that are known; 0 of none.
    #[must_use]
    pub fn average_holding_period(&self) -> Decimal {
        self.held.value()
    }

    /// The mean annualised return in percent: over the properties held for a year or more; over all if there are none of those; 0
    /// without sales.
    #[must_use]
    pub fn average_annual_return(&self) -> Decimal {
        if self.long_returns.count > 0 {
            self.long_returns.value()
        } else {
            self.returns.value()
        }
    }

    /// The shortest holding period that is known.
    #[must_use]
    pub fn shortest_holding_period(&self) -> Option<Decimal> {
        self.range.map(|(least, _)| least)
    }

    /// The longest holding period that is known.
    #[must_use]
    pub fn longest_holding_period(&self) -> Option<Decimal> {
        self.range.map(|(_, most)| most)
    }
}
