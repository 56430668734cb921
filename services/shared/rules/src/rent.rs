//! Rent as it was agreed.

use lintel_core::{Money, spelt};

spelt! {
    /// The period of the rent.
    RentPeriod {
        /// Every month.
        Monthly = "monthly",
        /// Every week.
        Weekly = "weekly",
        /// Every four weeks.
        FourWeekly = "four-weekly",
    }
}

/// The rent of a home as the agreement has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rent {
    /// The amount due each time.
    pub amount: Money,
    /// The period.
    pub period: RentPeriod,
}

impl Rent {
    /// A rent per month.
    #[must_use]
    pub const fn monthly(amount: Money) -> Self {
        Self {
            amount,
            period: RentPeriod::Monthly,
        }
    }

    /// A rent per week.
    #[must_use]
    pub const fn weekly(amount: Money) -> Self {
        Self {
            amount,
            period: RentPeriod::Weekly,
        }
    }

    /// The pence of a year of 52 weeks or 12 months.
    pub(crate) fn year(self) -> i128 {
        let times = match self.period {
            RentPeriod::Monthly => 12,
            RentPeriod::Weekly => 52,
            RentPeriod::FourWeekly => 13,
        };
        i128::from(self.amount.minor()) * times
    }

    /// So many weeks of rent, rounded down to the penny: exact where it is due by the week.
    pub(crate) fn weeks(self, weeks: i64) -> Option<Money> {
        money(self.year() * i128::from(weeks) / 52)
    }

    /// So many weeks of rent, rounded up to the penny.
    pub(crate) fn weeks_at_least(self, weeks: i64) -> Option<Money> {
        let pence = self.year() * i128::from(weeks);
        money((pence + 51) / 52)
    }

    /// So many months of rent, rounded down to the penny. With `days` a month of a weekly rent has so many days (docs/reference/uk-nations.md 4);
    /// otherwise it is a twelfth of a year.
    pub(crate) fn months(self, months: i64, days: Option<i64>) -> Option<Money> {
        let amount = i128::from(self.amount.minor());
        let months = i128::from(months);
        let pence = match (self.period, days.map(i128::from)) {
            (RentPeriod::Monthly, _) => amount * months,
            (RentPeriod::Weekly, Some(days)) => amount * days * months / 7,
            (RentPeriod::FourWeekly, Some(days)) => amount * days * months / 28,
            (_, None) => self.year() * months / 12,
        };
        money(pence)
    }
}

fn money(pence: i128) -> Option<Money> {
    i64::try_from(pence).ok().map(Money::gbp)
}
