//! The tax on buying a property, as an analysis asks for it. Rates and rules are those of lintel-rules.

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_rules::{Nation, Purchase, PurchaseTax, rules};

use super::buyer::PurchaseFacts;

#[cfg(test)]
mod tests;

/// The tax on a purchase in `nation` on `day` for `price`. On a day before the first rates it is by those.
pub(super) fn tax_on(
    nation: Nation,
    day: NaiveDate,
    price: Money,
    facts: PurchaseFacts,
) -> PurchaseTax {
    let PurchaseFacts {
        kind,
        dwellings,
        buyer,
        is_abroad,
        owns_another,
        is_first_time,
    } = facts;
    // Every nation has a tax, as tests of the rules say.
    let tax = rules().purchase_tax(Purchase {
        nation,
        day,
        price,
        kind,
        dwellings,
        buyer,
        is_abroad,
        owns_another,
        is_first_time,
    });
    tax.unwrap_or_default()
}
