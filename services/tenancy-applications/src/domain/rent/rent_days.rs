//! Days of months, by an anchor day that is remembered where a month is shorter.

use chrono::{Datelike as _, Months, NaiveDate};

/// `anchor` in the month of `day`, or its last day where it has fewer.
#[must_use]
pub fn in_month(day: NaiveDate, anchor: u32) -> NaiveDate {
    let found = (1..=anchor.min(31)).rev().find_map(|one| day.with_day(one));
    found.unwrap_or(day)
}

/// A day of the month after that of `day`.
#[must_use]
pub fn next_month(day: NaiveDate) -> NaiveDate {
    day.checked_add_months(Months::new(1))
        .unwrap_or(NaiveDate::MAX)
}

/// How many days the month of `day` has.
#[must_use]
pub fn length_of_month(day: NaiveDate) -> i64 {
    i64::from(in_month(day, 31).day())
}

/// The same day of the month so many months later, or the last of that month where it has fewer.
#[must_use]
pub fn months_after(day: NaiveDate, months: u32) -> NaiveDate {
    day.checked_add_months(Months::new(months))
        .unwrap_or(NaiveDate::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_month_ends_before_the_anchor_and_the_next_has_it_again() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap_or_default();
        assert_eq!(in_month(day("2027-02-03"), 31), day("2027-02-28"));
        assert_eq!(in_month(day("2028-02-03"), 30), day("2028-02-29"));
        assert_eq!(
            in_month(next_month(day("2027-02-28")), 31),
            day("2027-03-31")
        );
        assert_eq!(length_of_month(day("2028-02-29")), 29);
        assert_eq!(months_after(day("2026-12-31"), 2), day("2027-02-28"));
    }
}
