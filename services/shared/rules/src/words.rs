//! Days and amounts as people write them.

use chrono::{Days, Months, NaiveDate};
use lintel_core::Money;

/// A day: 1 May 2027.
pub(crate) fn spelt_out(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// An amount: £1,326.92.
pub(crate) fn pounds(amount: Money) -> String {
    let text = amount.to_string();
    let (whole, pence) = text.split_once('.').unwrap_or((&text, "00"));
    let digits: Vec<char> = whole.chars().rev().collect();
    let groups: Vec<String> = digits
        .chunks(3)
        .map(|three| three.iter().collect())
        .collect();
    let grouped: String = groups.join(",").chars().rev().collect();
    format!("£{grouped}.{pence}")
}

/// A count with its unit: 1 month, 2 months.
pub(crate) fn counted(number: u32, unit: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

/// So many months later: the same day of the month, or the month's last where it has no such day.
pub(crate) fn months_after(day: NaiveDate, months: u32) -> Option<NaiveDate> {
    day.checked_add_months(Months::new(months))
}

pub(crate) fn weeks_after(day: NaiveDate, weeks: u32) -> Option<NaiveDate> {
    days_after(day, weeks.checked_mul(7)?)
}

pub(crate) fn days_after(day: NaiveDate, days: u32) -> Option<NaiveDate> {
    day.checked_add_days(Days::new(days.into()))
}

/// The last of so many days of which `first` is the first.
pub(crate) fn last_of(first: NaiveDate, days: u32) -> Option<NaiveDate> {
    days_after(first, days.checked_sub(1)?)
}
