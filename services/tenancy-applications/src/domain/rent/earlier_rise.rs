//! A rise of the rent from before Lintel.

use chrono::NaiveDate;
use lintel_core::Money;

/// The last rise of before Lintel: nothing is charged for it, and the next one waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlierRise {
    /// Its first day.
    pub effective: NaiveDate,
    /// The rent of the tenancy per month from then on.
    pub monthly: Money,
}
