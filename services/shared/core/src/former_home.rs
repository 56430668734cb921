//! For how long an account sees a home that it has left (docs/reference/decisions.md 8, Portal).

use chrono::{Months, NaiveDate};

/// The time for which an account sees a home after its last day there.
const AFTER_THE_END: Months = Months::new(12);

/// The last day on which an account sees a home whose tenant's last day was `last_day`: the same day a year later, or the last of February.
#[must_use]
pub fn former_home_until(last_day: NaiveDate) -> NaiveDate {
    last_day
        .checked_add_months(AFTER_THE_END)
        .unwrap_or(last_day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_is_seen_until_the_same_day_a_year_later() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap_or_default();
        for (last, until) in [
            ("2026-11-24", "2027-11-24"),
            ("2027-02-28", "2028-02-28"),
            ("2028-02-29", "2029-02-28"),
        ] {
            assert_eq!(former_home_until(day(last)), day(until), "{last}");
        }
        assert_eq!(former_home_until(NaiveDate::MAX), NaiveDate::MAX);
    }
}
