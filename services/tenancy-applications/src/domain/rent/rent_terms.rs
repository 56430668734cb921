//! The terms by which rent is due (docs/reference/uk-lettings.md 5.5): how often, from which day on, and what a part of a period costs.

use chrono::{Datelike as _, Days, NaiveDate};
use lintel_core::{Error, Money, Violations, spelt};
use lintel_rules::RentPeriod as Period;
use rust_decimal::Decimal;

use super::{bounds, rent_days};
use crate::domain::check;

#[cfg(test)]
mod tests;

/// The reason of every refusal here.
const INVALID: &str = "RENT_TERMS_INVALID";

spelt! {
    /// How often rent is due.
    RentPeriod {
        /// Every 7 days.
        Weekly = "weekly",
        /// Every 28 days.
        FourWeekly = "four-weekly",
        /// Every calendar month.
        Monthly = "monthly",
    }
}

spelt! {
    /// How the rent of a part of a period is worked out.
    ProRata {
        /// A year's rent in 365 days, in leap years too.
        DaysOfYear = "days-of-year",
        /// A month's rent in the days of each month that the part lies in.
        DaysOfMonth = "days-of-month",
    }
}

impl RentPeriod {
    /// The rent of a whole period at a rent per month: a year has 12 months and 52 weeks, never 4.33 weeks a month.
    #[must_use]
    pub fn rent(self, monthly: Money) -> Money {
        let (by, of) = match self {
            Self::Weekly => (12, 52),
            Self::FourWeekly => (12, 13),
            Self::Monthly => return monthly,
        };
        part(monthly, by, of)
    }

    /// The rent per month of such a rent a period, to the penny. [`Self::rent`] gives the rent a period back.
    #[must_use]
    pub fn monthly(self, rent: Money) -> Money {
        match self {
            Self::Weekly => part(rent, 52, 12),
            Self::FourWeekly => part(rent, 13, 12),
            Self::Monthly => rent,
        }
    }

    /// The rent as it was agreed, for the rules: a whole period's.
    #[must_use]
    pub fn agreed(self, monthly: Money) -> lintel_rules::Rent {
        lintel_rules::Rent {
            amount: self.rent(monthly),
            period: match self {
                Self::Weekly => Period::Weekly,
                Self::FourWeekly => Period::FourWeekly,
                Self::Monthly => Period::Monthly,
            },
        }
    }

    /// Days of a period; `None` for a month.
    const fn days(self) -> Option<i64> {
        match self {
            Self::Weekly => Some(7),
            Self::FourWeekly => Some(28),
            Self::Monthly => None,
        }
    }
}

impl ProRata {
    /// What `span` costs at a rent per month; a whole month can come to more or less than its rent.
    #[must_use]
    pub fn of(self, monthly: Money, span: Span) -> Money {
        match self {
            Self::DaysOfYear => part(monthly, 12 * span.days(), 365),
            Self::DaysOfMonth => {
                let months = span.by_month().into_iter();
                let shares = months.map(|(days, length)| {
                    monthly.to_decimal() * Decimal::from(days) / Decimal::from(length)
                });
                rounded(shares.sum())
            }
        }
    }
}

/// Days from the first to the last, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub first: NaiveDate,
    /// The last; not before the first.
    pub last: NaiveDate,
}

impl Span {
    /// How many.
    #[must_use]
    pub fn days(self) -> i64 {
        (self.last - self.first).num_days() + 1
    }

    /// The same span, but no longer than until `last`.
    #[must_use]
    pub fn until(self, last: NaiveDate) -> Self {
        Self {
            last: self.last.min(last),
            ..self
        }
    }

    /// How many of its days lie in each month, and how many that month has.
    fn by_month(self) -> Vec<(i64, i64)> {
        let mut months = Vec::new();
        let mut first = self.first;
        while first <= self.last {
            let length = rent_days::length_of_month(first);
            let end = rent_days::in_month(first, 31);
            let last = end.min(self.last);
            months.push(((last - first).num_days() + 1, length));
            let Some(next) = end.succ_opt() else { break };
            first = next;
        }
        months
    }
}

/// How rent is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RentTerms {
    /// How often.
    pub period: RentPeriod,
    /// With monthly rent the day of the month, 1 to 31, which shorter months end before; otherwise 0.
    pub due_day: u32,
    /// The first day that rent is charged for.
    pub first_day: NaiveDate,
    /// How a part of a period is charged.
    pub pro_rata: ProRata,
}

/// What somebody typed of it.
#[derive(Debug, Clone, Default)]
pub struct RentTermsDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// How often.
    pub period: Option<RentPeriod>,
    /// The day of the month.
    pub due_day: i32,
    /// The first day.
    pub first_day: Option<NaiveDate>,
    /// How a part is charged.
    pub pro_rata: Option<ProRata>,
    /// What was owed before.
    pub opening: Option<Money>,
}

impl RentTerms {
    /// Judges what somebody typed for a tenancy that begins on `start`. The second is what was owed before, if anything.
    ///
    /// # Errors
    /// `RENT_TERMS_INVALID` with every offending field.
    pub fn try_new(
        draft: RentTermsDraft,
        start: NaiveDate,
        today: NaiveDate,
    ) -> Result<(Self, Option<Money>), Error> {
        let mut found = draft.unreadable;
        if draft.period.is_none() {
            let choose = "Choose weekly, four-weekly or monthly.";
            check::refuse(&mut found, "terms.period", choose);
        }
        let due_day = u32::try_from(draft.due_day).ok();
        match draft.period {
            Some(RentPeriod::Monthly) if !due_day.is_some_and(|day| (1..=31).contains(&day)) => {
                let day = "Enter the day of the month, 1 to 31.";
                check::refuse(&mut found, "terms.due_day", day);
            }
            Some(RentPeriod::Weekly | RentPeriod::FourWeekly) if draft.due_day != 0 => {
                let none = "Only monthly rent has a day of the month.";
                check::refuse(&mut found, "terms.due_day", none);
            }
            _ => {}
        }
        if draft.pro_rata.is_none() {
            let choose = "Choose how a part of a period is charged.";
            check::refuse(&mut found, "terms.pro_rata", choose);
        }
        first_day(&mut found, draft.first_day, start, today);
        let opening = draft.opening.filter(|opening| *opening != Money::ZERO);
        if let Some(opening) = opening {
            bounds::judge_amount(&mut found, "opening_balance", opening);
        }
        found.into_result(INVALID)?;
        let (Some(period), Some(due_day), Some(first_day), Some(pro_rata)) =
            (draft.period, due_day, draft.first_day, draft.pro_rata)
        else {
            return Err(Error::internal("a field was neither taken nor refused"));
        };
        let terms = Self {
            period,
            due_day,
            first_day,
            pro_rata,
        };
        Ok((terms, opening))
    }

    /// The refusal of a first day so long ago that a ledger would have too many entries.
    #[must_use]
    pub fn too_early() -> Error {
        let later = "Choose a later first day, and enter what was owed before it.";
        Error::field(INVALID, "terms.first_day", later)
    }

    /// The names of what other terms of the same rent say otherwise. From which day on it is charged is left open, but not on which day of
    /// the week.
    #[must_use]
    pub fn differing(&self, other: &Self) -> Vec<&'static str> {
        let apart = (self.first_day - other.first_day).num_days();
        let mut found = Vec::new();
        if self.period != other.period {
            found.push("rent period");
        } else if self.due_day != other.due_day
            || self.period.days().is_some_and(|length| apart % length != 0)
        {
            found.push("due day");
        }
        if self.pro_rata != other.pro_rata {
            found.push("charge for a part of a period");
        }
        found
    }

    /// The first day that rent is due behind `day`.
    #[must_use]
    pub fn next_due_after(&self, day: NaiveDate) -> NaiveDate {
        if day < self.first_day {
            return self.first_day;
        }
        let Some(length) = self.period.days() else {
            let due = rent_days::in_month(day, self.due_day);
            if due > day {
                return due;
            }
            return rent_days::in_month(rent_days::next_month(day), self.due_day);
        };
        let into = (day - self.first_day).num_days() % length;
        later(day, length - into)
    }

    /// The first day of a period that is `day` or later.
    #[must_use]
    pub fn next_period_from(&self, day: NaiveDate) -> NaiveDate {
        if self.begins_period(day) {
            day
        } else {
            self.next_due_after(day)
        }
    }

    /// Whether a period begins on `day`, the part before the first whole one included.
    #[must_use]
    pub fn begins_period(&self, day: NaiveDate) -> bool {
        day == self.first_day
            || day > self.first_day
                && day
                    .pred_opt()
                    .is_some_and(|before| self.next_due_after(before) == day)
    }

    /// The period, or the part before the first whole one, that begins on `first`.
    #[must_use]
    pub fn period_from(&self, first: NaiveDate) -> Span {
        let next = self.next_due_after(first);
        Span {
            first,
            last: next.pred_opt().unwrap_or(first),
        }
    }

    /// The period that `day` lies in.
    #[must_use]
    pub fn period_of(&self, day: NaiveDate) -> Span {
        let mut first = day;
        while first > self.first_day && !self.begins_period(first) {
            let Some(before) = first.pred_opt() else {
                break;
            };
            first = before;
        }
        self.period_from(first)
    }

    /// Whether `span` is a whole period.
    #[must_use]
    pub fn is_whole(&self, span: Span) -> bool {
        let whole = match self.period.days() {
            Some(length) => {
                (span.first - self.first_day).num_days() % length == 0 && span.days() == length
            }
            None => span.first == rent_days::in_month(span.first, self.due_day),
        };
        whole && self.begins_period(span.first) && self.period_from(span.first) == span
    }

    /// What `span`, a period or a part of one, costs at a rent per month: a whole period its rent exactly, and a part no more.
    #[must_use]
    pub fn charge(&self, monthly: Money, span: Span) -> Money {
        let whole = self.period.rent(monthly);
        if self.is_whole(span) {
            return whole;
        }
        let part = self.pro_rata.of(monthly, span);
        if part.minor() < whole.minor() {
            part
        } else {
            whole
        }
    }
}

fn first_day(found: &mut Violations, given: Option<NaiveDate>, start: NaiveDate, today: NaiveDate) {
    let Some(day) = given else {
        check::refuse(found, "terms.first_day", "Enter the first day of rent.");
        return;
    };
    if day < start {
        let before = "Rent cannot be charged before the tenancy begins.";
        check::refuse(found, "terms.first_day", before);
    } else if day.year() < bounds::FIRST_YEAR {
        check::refuse(found, "terms.first_day", "Enter a day since 2000.");
    } else if day > later(today, bounds::DAYS_AHEAD).max(start) {
        let ahead = "Enter a day within the next 60 days.";
        check::refuse(found, "terms.first_day", ahead);
    }
}

/// `days` after `day`.
fn later(day: NaiveDate, days: i64) -> NaiveDate {
    let days = Days::new(u64::try_from(days).unwrap_or_default());
    day.checked_add_days(days).unwrap_or(NaiveDate::MAX)
}

fn part(money: Money, by: i64, of: i64) -> Money {
    rounded(money.to_decimal() * Decimal::from(by) / Decimal::from(of))
}

/// To the penny, halves up. What a column holds always fits.
fn rounded(pounds: Decimal) -> Money {
    Money::round_half_away(pounds).unwrap_or(Money::ZERO)
}
