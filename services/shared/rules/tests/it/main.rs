//! The rules through their public API.

#![expect(clippy::unwrap_used, reason = "tests")]

mod ask;
mod calendars;
mod figures;
mod golden;
mod notices;
mod purchases;
mod rows;
mod vectors;

use chrono::NaiveDate;

/// A day from its text.
fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}
