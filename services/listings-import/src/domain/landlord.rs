//! The landlord whose income tax is worked out.

use lintel_core::Money;
use lintel_rules::Nation;
use serde::{Deserialize, Serialize};

/// The landlord beside this home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landlord {
    /// Other income of a year; `None` until it is said.
    pub other_income: Option<Money>,
    /// Where the landlord is taxed.
    pub residence: Nation,
}
