//! Amounts of money within terms.

use lintel_core::{Money, Violations};

use crate::domain::check;

pub(super) fn amount(
    found: &mut Violations,
    field: &str,
    given: Option<Money>,
    message: &str,
) -> Option<Money> {
    let amount = check::money(found, field, given, message)?;
    if amount.minor() > MOST.minor() {
        check::refuse(found, field, "Enter less than £1,000,000.");
        return None;
    }
    Some(amount)
}

/// The largest amount of money.
const MOST: Money = Money::gbp(99_999_999);
