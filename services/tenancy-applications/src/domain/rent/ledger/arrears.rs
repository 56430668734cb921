//! What is owed on a day, as people and courts count it.

use chrono::NaiveDate;
use lintel_core::{Error, Money, PageToken, PropertyId, TenancyId, TenantId, spelt};
use lintel_rules::{Rent, rules};
use rust_decimal::{Decimal, RoundingStrategy};

use crate::{
    domain::{Nation, rent::RentPeriod},
    error::bad_page_token,
};

/// What a tenancy owes on a day, and since when. Its tenants owe it together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    /// Charges and refunds less receipts and waivers; below nothing for credit.
    pub balance: Money,
    /// What of it is unpaid of charges whose day is over.
    pub overdue: Money,
    /// What of that is rent, no charge for keys or repairs.
    pub overdue_rent: Money,
    /// The day of the oldest of these; none where nothing is overdue.
    pub oldest_unpaid: Option<NaiveDate>,
    /// What is unpaid of the charges of that day.
    pub oldest_amount: Money,
}

impl Owed {
    /// Nothing.
    pub const NOTHING: Self = Self {
        balance: Money::ZERO,
        overdue: Money::ZERO,
        overdue_rent: Money::ZERO,
        oldest_unpaid: None,
        oldest_amount: Money::ZERO,
    };
}

/// What a tenancy owes on a day, with the figures that follow from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrears {
    /// What is owed.
    pub owed: Owed,
    /// Days since the oldest unpaid charge was due; 0 where nothing is overdue.
    pub days: i64,
    /// The rent that is overdue in monthly rents, rounded down to two decimals: no more months than ground 8 counts.
    pub months_of_rent: Decimal,
    /// Whether the tenancy owes what ground 8 names.
    pub ground_8: bool,
    /// The day.
    pub as_of: NaiveDate,
}

impl Arrears {
    /// Nothing is owed: of a tenant who has left while somebody lives there still, who owes what the tenancy owes.
    #[must_use]
    pub const fn nothing(as_of: NaiveDate) -> Self {
        Self {
            owed: Owed::NOTHING,
            days: 0,
            months_of_rent: Decimal::ZERO,
            ground_8: false,
            as_of,
        }
    }

    /// The figures of what is owed on `as_of` at a rent of the tenancy per month.
    #[must_use]
    pub fn new(owed: Owed, monthly: Money, ground_8: bool, as_of: NaiveDate) -> Self {
        let days = owed
            .oldest_unpaid
            .map_or(0, |oldest| (as_of - oldest).num_days());
        let rent = owed.overdue_rent.to_decimal();
        let months = rent.checked_div(monthly.to_decimal());
        let down = |months: Decimal| months.round_dp_with_strategy(2, RoundingStrategy::ToZero);
        Self {
            owed,
            days,
            months_of_rent: months.map_or(Decimal::ZERO, down),
            ground_8,
            as_of,
        }
    }
}

/// What a tenancy owes, as a database sums it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenancyArrears {
    /// The tenancy.
    pub tenancy: TenancyId,
    /// The nation that the home is in.
    pub nation: Nation,
    /// The rent per month on the day.
    pub rent_then: Money,
    /// How often rent is due.
    pub period: RentPeriod,
    /// What is owed.
    pub owed: Owed,
}

impl TenancyArrears {
    /// The figures as of a day.
    #[must_use]
    pub fn arrears(&self, as_of: NaiveDate) -> Arrears {
        let rent = self.period.agreed(self.rent_then);
        let met = ground_8(self.nation, rent, &self.owed, as_of);
        Arrears::new(self.owed, self.rent_then, met, as_of)
    }
}

/// A tenant of a tenancy that owes something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrearsRow {
    /// The tenant.
    pub tenant: TenantId,
    /// The property.
    pub property: PropertyId,
    /// The tenant's name.
    pub name: String,
    /// What the landlord calls the property.
    pub home: String,
    /// The room of a shared house.
    pub room: Option<String>,
    /// What the tenancy owes.
    pub tenancy: TenancyArrears,
}

spelt! {
    /// The order of a list of arrears.
    #[derive(Default)]
    ArrearsSort {
        /// The oldest arrears first, those without last.
        #[default]
        Oldest = "oldest",
        /// The largest sum first.
        Amount = "amount",
        /// By the tenant's name.
        Name = "name",
    }
}

/// The place of a row in a list of arrears.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrearsPlace {
    /// What the list is sorted by, written so that texts compare as the values do.
    value: String,
    /// The tenant.
    pub tenant: TenantId,
}

impl ArrearsPlace {
    /// The place of a tenant of this name whose tenancy owes this.
    #[must_use]
    pub fn of(sort: ArrearsSort, tenant: TenantId, name: &str, owed: &Owed) -> Self {
        let value = match sort {
            ArrearsSort::Oldest => {
                let oldest = owed.oldest_unpaid.map(|day| day.to_string());
                oldest.unwrap_or_else(|| NEVER.to_owned())
            }
            // The largest comes first, so the distance from more than any sum is what is compared.
            ArrearsSort::Amount => format!("{:020}", i64::MAX - owed.overdue.minor().max(0)),
            ArrearsSort::Name => name.to_lowercase(),
        };
        Self { value, tenant }
    }

    /// The token of the page behind it.
    #[must_use]
    pub fn token(&self, sort: ArrearsSort) -> PageToken {
        PageToken {
            sort: format!("arrears {} {}", sort.as_str(), self.value),
            id: self.tenant.get(),
        }
    }

    /// Reads what [`Self::token`] made for the same order.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`.
    pub fn parse(sort: ArrearsSort, token: &PageToken) -> Result<Self, Error> {
        let begin = format!("arrears {} ", sort.as_str());
        let value = token.sort.strip_prefix(&begin).ok_or_else(bad_page_token)?;
        Ok(Self {
            value: value.to_owned(),
            tenant: token.id.into(),
        })
    }
}

/// In the place of a day: nothing is unpaid. It is later than any day.
const NEVER: &str = "never";

/// Whether a tenancy at `rent` that owes so much on `day` owes what ground 8 names: rent alone counts, and in England alone.
#[must_use]
pub fn ground_8(nation: Nation, rent: Rent, owed: &Owed, day: NaiveDate) -> bool {
    let other = Money::gbp(owed.overdue.minor() - owed.overdue_rent.minor());
    rules()
        .ground_8(nation, rent, owed.overdue_rent, other, day)
        .is_some_and(|found| found.is_met)
}
