//! The amounts and days that a ledger takes.

use chrono::{Datelike as _, Days, NaiveDate};
use lintel_core::{Money, Violations};

use crate::domain::check;

/// How many days ahead an entry may be dated.
pub const DAYS_AHEAD: i64 = 60;

/// The first year that an entry may be dated in.
pub const FIRST_YEAR: i32 = 2000;

/// The largest amount: £9,999,999.99.
const LARGEST: Money = Money::gbp(999_999_999);

/// Judges an amount of a ledger: £0.01 to £9,999,999.99.
pub fn judge_amount(found: &mut Violations, field: &str, amount: Money) {
    if !(1..=LARGEST.minor()).contains(&amount.minor()) {
        let range = "Enter an amount from £0.01 to £9,999,999.99.";
        check::refuse(found, field, range);
    }
}

/// Judges a day of a ledger: since 2000, and at most 60 days ahead.
pub fn judge_date(found: &mut Violations, field: &str, date: NaiveDate, today: NaiveDate) {
    let ahead = Days::new(DAYS_AHEAD.unsigned_abs());
    let last = today.checked_add_days(ahead).unwrap_or(today);
    if date.year() < FIRST_YEAR {
        check::refuse(found, field, "Enter a day since 2000.");
    } else if date > last {
        check::refuse(found, field, "Enter a day within the next 60 days.");
    }
}
