//! The portfolio month by month. Months are London's. A past month is shown as it ended, the current one as it is now.

use chrono::{DateTime, Datelike as _, Months, NaiveDate, Utc};
use lintel_core::{Money, MoneyError, london_midnight};
use rust_decimal::Decimal;

use super::dashboard::occupancy_rate_percent;

/// The most months in one answer.
pub const MOST_MONTHS: u32 = 120;

/// The first day of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month(NaiveDate);

impl Month {
    /// The `count` months up to that of `today`, the oldest first.
    #[must_use]
    pub fn up_to(today: NaiveDate, count: u32) -> Vec<Self> {
        let first_day = |back| today.with_day(1)?.checked_sub_months(Months::new(back));
        (0..count).rev().filter_map(first_day).map(Self).collect()
    }

    /// When it began in London.
    #[must_use]
    pub fn start(self) -> DateTime<Utc> {
        london_midnight(self.0)
    }

    /// The year.
    #[must_use]
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// The month of the year, 1 to 12.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0.month()
    }
}

/// Sums over the properties, or by how much they changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    /// Rents per month.
    pub income: Money,
    /// Costs per month.
    pub costs: Money,
    /// Values.
    pub value: Money,
    /// Properties.
    pub properties: i64,
    /// The properties that are Occupied or Partially Occupied.
    pub occupied: i64,
}

impl Sums {
    const NOTHING: Self = Self {
        income: Money::ZERO,
        costs: Money::ZERO,
        value: Money::ZERO,
        properties: 0,
        occupied: 0,
    };

    fn plus(self, change: Self) -> Result<Self, MoneyError> {
        Ok(Self {
            income: self.income.plus(change.income)?,
            costs: self.costs.plus(change.costs)?,
            value: self.value.plus(change.value)?,
            properties: self.properties + change.properties,
            occupied: self.occupied + change.occupied,
        })
    }
}

/// By how much the portfolio changed in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The month's place among those asked for, from 1; 0 for everything before the first.
    pub place: usize,
    /// The change.
    pub by: Sums,
}

/// The state of the portfolio at the end of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthEnd {
    /// Which month.
    pub month: Month,
    /// The sums at that time.
    pub sums: Sums,
}

impl MonthEnd {
    /// Income less costs.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow, which no stored amounts reach.
    pub fn profit(&self) -> Result<Money, MoneyError> {
        self.sums.income.minus(self.sums.costs)
    }

    /// Occupied properties in percent of all, with one decimal.
    #[must_use]
    pub fn occupancy_rate_percent(&self) -> Decimal {
        occupancy_rate_percent(self.sums.occupied, self.sums.properties)
    }
}

/// The months from the first one on that ended with something to tell, by the changes in them (in their order).
///
/// # Errors
/// [`MoneyError::TooLarge`] on overflow; that needs millions of the most expensive properties.
pub fn month_ends(months: &[Month], changes: &[Change]) -> Result<Vec<MonthEnd>, MoneyError> {
    let Some(first) = changes.first() else {
        return Ok(Vec::new());
    };
    let mut changes = changes.iter().peekable();
    let mut sums = Sums::NOTHING;
    let mut ends = Vec::with_capacity(months.len());
    for (place, month) in (1..).zip(months) {
        while let Some(change) = changes.next_if(|change| change.place <= place) {
            sums = sums.plus(change.by)?;
        }
        if place >= first.place {
            ends.push(MonthEnd {
                month: *month,
                sums,
            });
        }
    }
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> anyhow::Result<NaiveDate> {
        Ok(text.parse::<NaiveDate>()?)
    }

    fn change(place: usize, pounds: i64, properties: i64) -> Change {
        let by = Sums {
            income: Money::gbp(pounds * 100),
            costs: Money::gbp(pounds * 40),
            value: Money::gbp(pounds * 20_000),
            properties,
            occupied: properties,
        };
        Change { place, by }
    }

    #[test]
    fn months_begin_at_midnight_in_london_in_winter_and_in_summer() -> anyhow::Result<()> {
        let months = Month::up_to(day("2026-04-30")?, 2);
        let starts: Vec<_> = months
            .iter()
            .map(|month| month.start().to_rfc3339())
            .collect();
        assert_eq!(
            starts,
            ["2026-03-01T00:00:00+00:00", "2026-03-31T23:00:00+00:00"]
        );
        Ok(())
    }

    #[test]
    fn a_year_of_months_ends_with_this_one_even_on_the_31st() -> anyhow::Result<()> {
        let months = Month::up_to(day("2026-03-31")?, 12);
        let first = months.first().map(|month| (month.year(), month.number()));
        let last = months.last().map(|month| (month.year(), month.number()));
        assert_eq!(
            (months.len(), first, last),
            (12, Some((2025, 4)), Some((2026, 3)))
        );
        Ok(())
    }

    #[test]
    fn a_month_without_a_change_ends_as_the_one_before_it() -> anyhow::Result<()> {
        let months = Month::up_to(day("2026-11-21")?, 4);
        let ends = month_ends(&months, &[change(2, 1_000, 1), change(4, -400, -1)])?;
        let incomes: Vec<_> = ends.iter().map(|end| end.sums.income).collect();
        assert_eq!(
            incomes,
            [Money::gbp(100_000), Money::gbp(100_000), Money::gbp(60_000)]
        );
        assert_eq!(
            ends.last().map(MonthEnd::profit),
            Some(Ok(Money::gbp(36_000)))
        );
        let rates: Vec<_> = ends
            .iter()
            .map(|end| end.occupancy_rate_percent().to_string())
            .collect();
        assert_eq!(rates, ["100", "100", "0"]);
        Ok(())
    }

    #[test]
    fn what_was_before_the_first_month_counts_from_the_first_month_on() -> anyhow::Result<()> {
        let months = Month::up_to(day("2026-11-21")?, 2);
        let ends = month_ends(&months, &[change(0, 500, 2), change(2, 100, 1)])?;
        let counts: Vec<_> = ends.iter().map(|end| end.sums.properties).collect();
        assert_eq!(counts, [2, 3]);
        Ok(())
    }

    #[test]
    fn an_empty_portfolio_has_no_months() -> anyhow::Result<()> {
        assert_eq!(month_ends(&Month::up_to(day("2026-11-21")?, 12), &[])?, []);
        Ok(())
    }
}
