//! The figures of a property (docs/reference/screens/property-details.md S2 9, docs/reference/decisions.md 3). Computed here and only shown elsewhere.
//!
//! Every figure keeps full precision and is rounded once, halves away from zero.

use chrono::NaiveDate;
use lintel_core::{Money, MoneyError};
use rust_decimal::{Decimal, RoundingStrategy};

use super::{
    Due, Lease, Mortgage, MortgageType, Property, PropertyType, RunningCosts, Status, StoredStatus,
};

/// The cash flow of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashFlow {
    /// Rent per month.
    pub rent: Money,
    /// Running costs per month: of a shared house its five costs, of a flat its lease's charges, of other kinds none.
    pub running_costs: Money,
    /// The mortgage's payment per month.
    pub mortgage_payment: Money,
    /// The insurance's premium per year.
    pub annual_premium: Money,
}

impl CashFlow {
    /// The cash flow of a property.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
    pub fn of(property: &Property) -> Result<Self, MoneyError> {
        let details = &property.details;
        let mortgage = details.mortgage.as_ref();
        let insurance = details.insurance.as_ref();
        Ok(Self {
            rent: property.monthly_rent(),
            running_costs: running_costs(
                details.property_type,
                details.running_costs.as_ref(),
                details.lease.as_ref(),
            )?,
            mortgage_payment: mortgage
                .and_then(|mortgage| mortgage.monthly_payment)
                .unwrap_or(Money::ZERO),
            annual_premium: insurance
                .and_then(|insurance| insurance.annual_premium)
                .unwrap_or(Money::ZERO),
        })
    }

    /// Rent − running costs − mortgage payment − premium ÷ 12, rounded to the penny.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
    pub fn monthly_profit(&self) -> Result<Money, MoneyError> {
        let before_insurance = self
            .rent
            .minus(self.running_costs)?
            .minus(self.mortgage_payment)?;
        // A year's amount is exact, so the only rounding is the division's.
        let year = before_insurance.times(12)?.minus(self.annual_premium)?;
        Money::round_half_away(year.to_decimal() / Decimal::from(12))
    }

    /// Rent minus profit: defined by them, so that income, costs and profit add up to the penny wherever they are shown
    /// side by side.
    ///
    /// # Errors
    /// As [`Self::monthly_profit`].
    pub fn monthly_costs(&self) -> Result<Money, MoneyError> {
        self.rent.minus(self.monthly_profit()?)
    }

    /// A month's share of the premium as the profit counts it: the shown rent, costs and payment less this are the profit to
    /// the penny.
    ///
    /// # Errors
    /// As [`Self::monthly_profit`].
    pub fn monthly_insurance(&self) -> Result<Money, MoneyError> {
        self.monthly_costs()?
            .minus(self.running_costs)?
            .minus(self.mortgage_payment)
    }

    /// Twelve times the rounded monthly profit.
    ///
    /// # Errors
    /// As [`Self::monthly_profit`].
    pub fn annual_profit(&self) -> Result<Money, MoneyError> {
        self.monthly_profit()?.times(12)
    }
}

/// Returns the monthly running costs of a property, by its kind.
///
/// # Errors
/// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
pub fn running_costs(
    property_type: PropertyType,
    costs: Option<&RunningCosts>,
    lease: Option<&Lease>,
) -> Result<Money, MoneyError> {
    match property_type {
        PropertyType::Hmo => costs.map_or(Ok(Money::ZERO), RunningCosts::total),
        PropertyType::Flat => lease.map_or(Ok(Money::ZERO), Lease::charges),
        _ => Ok(Money::ZERO),
    }
}

/// Rent × 12 ÷ price in percent with two decimals; `None` without a price or for a price of nothing.
#[must_use]
pub fn annual_yield_percent(monthly_rent: Money, price: Option<Money>) -> Option<Decimal> {
    let price = price.filter(|price| price.minor() > 0)?;
    let year = monthly_rent.to_decimal().checked_mul(Decimal::from(12))?;
    percent_of(year, price.to_decimal(), 2)
}

/// Returns the debt in percent of the property's value, two decimals; `None` where either is not known or it is worth
/// nothing.
#[must_use]
pub fn ltv_percent(owed: Option<Money>, value: Option<Money>) -> Option<Decimal> {
    percent_of(owed?.to_decimal(), value?.to_decimal(), 2)
}

/// Returns the paid-off part of a repayment mortgage in percent, one decimal; `None` for other mortgages and where an amount is
/// not known or nothing was borrowed.
#[must_use]
pub fn paid_off_percent(mortgage: &Mortgage) -> Option<Decimal> {
    if mortgage.mortgage_type != Some(MortgageType::Repayment) {
        return None;
    }
    let borrowed = mortgage.amount_borrowed?.to_decimal();
    let paid = borrowed.checked_sub(mortgage.outstanding_balance?.to_decimal())?;
    percent_of(paid, borrowed, 1)
}

/// `part` in percent of `whole`, rounded once, halves away from zero; `None` where `whole` is 0.
pub fn percent_of(part: Decimal, whole: Decimal, decimals: u32) -> Option<Decimal> {
    if whole <= Decimal::ZERO {
        return None;
    }
    let percent = part.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(whole)?;
    Some(percent.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero))
}

/// The status: for a shared house the one that follows from its rooms; for other kinds (and a house without rooms) the one that the
/// landlord chose.
#[must_use]
pub const fn derived_status(
    property_type: PropertyType,
    stored: StoredStatus,
    rooms: i64,
    occupied_rooms: i64,
) -> Status {
    match (property_type, stored) {
        (PropertyType::Hmo, _) if rooms > 0 => {
            if occupied_rooms == 0 {
                Status::Vacant
            } else if occupied_rooms == rooms {
                Status::Occupied
            } else {
                Status::PartiallyOccupied
            }
        }
        (_, StoredStatus::Available) => Status::Available,
        (_, StoredStatus::Vacant) => Status::Vacant,
        (_, StoredStatus::Occupied) => Status::Occupied,
        (_, StoredStatus::UnderRenovation) => Status::UnderRenovation,
        (_, StoredStatus::UnderMaintenance) => Status::UnderMaintenance,
    }
}

/// Whole years left of a lease on `today`, when `years` were left on `entered_on`; a year is 365.25 days, and there are
/// never fewer than none.
#[must_use]
pub fn lease_years_left(years: i32, entered_on: NaiveDate, today: NaiveDate) -> i32 {
    let days = (today - entered_on).num_days().max(0);
    let elapsed = i32::try_from(days * 4 / 1461).unwrap_or(i32::MAX);
    years.saturating_sub(elapsed).max(0)
}

/// Every figure of one property on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// The derived status.
    pub status: Status,
    /// The cash flow.
    pub cash_flow: CashFlow,
    /// A month's share of the premium; none where no premium is known.
    pub monthly_insurance: Option<Money>,
    /// Two decimals; none where there is no purchase price.
    pub annual_yield_percent: Option<Decimal>,
    /// A year's profit of a shared house that makes one.
    pub annual_projection: Option<Money>,
    /// One decimal; only of a repayment mortgage.
    pub mortgage_paid_off_percent: Option<Decimal>,
    /// The end of the fixed rate.
    pub fixed_term: Option<Due>,
    /// The renewal of the insurance.
    pub insurance_renewal: Option<Due>,
    /// The value less the purchase price.
    pub value_change: Option<Money>,
    /// Two decimals; none where nothing is known to be owed or it is worth nothing.
    pub ltv_percent: Option<Decimal>,
    /// None where the lease is unknown.
    pub lease_years_left: Option<i32>,
    /// The number of rooms of a shared house that are let.
    pub occupied_rooms: i64,
}

impl Property {
    /// The figures on `today`, a day in London.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
    pub fn figures(&self, today: NaiveDate) -> Result<Figures, MoneyError> {
        let details = &self.details;
        let cash_flow = CashFlow::of(self)?;
        let annual_profit = cash_flow.annual_profit()?;
        let (lease, mortgage) = (details.lease.as_ref(), details.mortgage.as_ref());
        let insurance = details.insurance.as_ref();
        let premium = insurance.and_then(|insurance| insurance.annual_premium);
        let projected = details.property_type == PropertyType::Hmo && annual_profit.minor() > 0;
        let value_change = details.current_value.zip(details.purchase_price);
        Ok(Figures {
            status: self.status(),
            cash_flow,
            monthly_insurance: premium.map(|_| cash_flow.monthly_insurance()).transpose()?,
            annual_yield_percent: annual_yield_percent(self.monthly_rent(), details.purchase_price),
            annual_projection: projected.then_some(annual_profit),
            mortgage_paid_off_percent: mortgage.and_then(paid_off_percent),
            fixed_term: mortgage
                .and_then(|mortgage| mortgage.fixed_term_end)
                .map(|end| Due::fixed_term(end, today)),
            insurance_renewal: insurance
                .and_then(|insurance| insurance.renewal_date)
                .map(|renewal| Due::insurance(renewal, today)),
            value_change: value_change
                .map(|(value, price)| value.minus(price))
                .transpose()?,
            ltv_percent: ltv_percent(
                mortgage.and_then(|mortgage| mortgage.outstanding_balance),
                details.current_value,
            ),
            lease_years_left: lease.and_then(|lease| {
                let entered_on = lease.last_updated?;
                Some(lease_years_left(lease.years_remaining?, entered_on, today))
            }),
            occupied_rooms: count(self.rooms.iter().filter(|room| room.occupied)),
        })
    }

    /// The derived status.
    #[must_use]
    pub fn status(&self) -> Status {
        let occupied = self.rooms.iter().filter(|room| room.occupied);
        derived_status(
            self.details.property_type,
            self.details.status,
            count(self.rooms.iter()),
            count(occupied),
        )
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> i64 {
    items.fold(0, |count, _| count + 1)
}

#[cfg(test)]
mod tests;
