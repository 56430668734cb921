//! What is owed on a day, as people and courts count it.

use chrono::NaiveDate;
use lintel_core::{Money, PropertyId, TenancyId, TenantId};
use rust_decimal::{Decimal, RoundingStrategy};

use super::share_of;
use crate::domain::{Nation, RentPeriod};

/// Months of rent that ground 8 wants unpaid, where rent is monthly (uk-lettings 3.1).
const GROUND_8_MONTHS: i64 = 3;
/// Weeks, where it is due more often.
const GROUND_8_WEEKS: i64 = 13;

/// What is owed on a day, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    /// Charges less receipts and waivers; below nothing for credit.
    pub balance: Money,
    /// The day of the oldest charge that is not paid as a whole.
    pub oldest_unpaid: Option<NaiveDate>,
}

impl Owed {
    /// Nothing.
    pub const NOTHING: Self = Self {
        balance: Money::ZERO,
        oldest_unpaid: None,
    };

    /// What several owe together.
    #[must_use]
    pub fn together(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self::NOTHING, |sum, one| Self {
            balance: Money::gbp(sum.balance.minor() + one.balance.minor()),
            oldest_unpaid: match (sum.oldest_unpaid, one.oldest_unpaid) {
                (Some(first), Some(other)) => Some(first.min(other)),
                (first, other) => first.or(other),
            },
        })
    }
}

/// What is owed on a day, with the figures that follow from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrears {
    /// What is owed.
    pub owed: Owed,
    /// Days since the oldest unpaid charge was due.
    pub days: i64,
    /// The balance in monthly rents, to two decimals; nothing for credit.
    pub months_of_rent: Decimal,
    /// Whether the tenancy owes what ground 8 names.
    pub ground_8: bool,
    /// The day.
    pub as_of: NaiveDate,
}

impl Arrears {
    /// Of what is owed on `as_of` at a rent per month.
    #[must_use]
    pub fn new(owed: Owed, monthly: Money, ground_8: bool, as_of: NaiveDate) -> Self {
        let days = owed
            .oldest_unpaid
            .map_or(0, |oldest| (as_of - oldest).num_days());
        let balance = owed.balance.to_decimal().max(Decimal::ZERO);
        let months = balance.checked_div(monthly.to_decimal());
        let to_hundredths = |months: Decimal| {
            months.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
        };
        Self {
            owed,
            days,
            months_of_rent: months.map_or(Decimal::ZERO, to_hundredths),
            ground_8,
            as_of,
        }
    }
}

/// What a tenant owes, as a database sums it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrearsRow {
    /// The tenant.
    pub tenant: TenantId,
    /// The tenancy.
    pub tenancy: TenancyId,
    /// The property.
    pub property: PropertyId,
    /// The tenant's name.
    pub name: String,
    /// What the landlord calls the property.
    pub home: String,
    /// Where it is.
    pub postcode: String,
    /// The room of a shared house.
    pub room: Option<String>,
    /// The tenant's share of the rent per month.
    pub share: Money,
    /// The rent of the tenancy per month.
    pub rent: Money,
    /// The rent of the tenancy per month on the day.
    pub rent_then: Money,
    /// How often rent is due.
    pub period: RentPeriod,
    /// What the tenant owes.
    pub owed: Owed,
    /// What the tenancy owes.
    pub tenancy_balance: Money,
}

impl ArrearsRow {
    /// The figures as of a day.
    #[must_use]
    pub fn arrears(&self, as_of: NaiveDate) -> Arrears {
        let met = Nation::of_postcode(&self.postcode) == Nation::England
            && ground_8(self.period, self.rent_then, self.tenancy_balance);
        let monthly = share_of(self.rent_then, self.rent, self.share);
        Arrears::new(self.owed, monthly, met, as_of)
    }
}

/// Whether a tenancy in England whose rent is due so often owes what ground 8 names: three months of rent, or thirteen weeks.
#[must_use]
pub fn ground_8(period: RentPeriod, monthly: Money, balance: Money) -> bool {
    let threshold = match period {
        RentPeriod::Monthly => GROUND_8_MONTHS * monthly.minor(),
        RentPeriod::Weekly | RentPeriod::FourWeekly => {
            GROUND_8_WEEKS * RentPeriod::Weekly.rent(monthly).minor()
        }
    };
    threshold > 0 && balance.minor() >= threshold
}
