//! The tax on buying a property, as an analysis asks for it. Rates and rules are those of lintel-rules.

use chrono::NaiveDate;
use lintel_core::{Money, Violations, spelt};
use lintel_rules::{Buyer, Kind, Nation, Purchase, PurchaseTax, rules};
use serde::{Deserialize, Serialize};

use super::{
    assumptions::{AssumptionSource, Defaults},
    typed::Typed,
};

#[cfg(test)]
mod tests;

/// The most homes of one purchase.
const MOST_DWELLINGS: u32 = 1000;

spelt! {
    /// The buyer in one word. Later analyses give each fact by itself.
    BuyerType {
        /// Somebody who owns a home already, or a company.
        Additional = "additional",
        /// Somebody who will own this home alone.
        Standard = "standard",
        /// A buyer of an additional home who lives abroad.
        NonResident = "nonResident",
        /// A first-time buyer.
        FirstTime = "firstTime",
    }
}

impl BuyerType {
    /// One home that such a buyer buys.
    pub(super) const fn facts(self) -> PurchaseFacts {
        PurchaseFacts {
            kind: Kind::Residential,
            dwellings: 1,
            buyer: Buyer::Person,
            is_abroad: matches!(self, Self::NonResident),
            owns_another: matches!(self, Self::Additional | Self::NonResident),
            is_first_time: matches!(self, Self::FirstTime),
        }
    }
}

/// The given facts of a purchase beside its price; `None` where none was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SaidOfPurchase {
    /// The kind of property.
    pub kind: Option<Kind>,
    /// Homes in the purchase.
    pub dwellings: Option<i32>,
    /// The buyer: a person or a company.
    pub buyer: Option<Buyer>,
    /// True when the buyer lives abroad.
    pub is_abroad: Option<bool>,
    /// True when the buyer will own another home.
    pub owns_another: Option<bool>,
    /// True when a person buys their first home.
    pub is_first_time: Option<bool>,
}

impl SaidOfPurchase {
    /// Adds what is out of bounds, and what contradicts itself.
    pub(super) fn check(&self, violations: &mut Violations) {
        if self.dwellings.is_some() && self.homes().is_none() {
            violations.add("dwellings", "Enter a number of homes from 1 to 1000.");
        }
        if self.is_first_time != Some(true) {
            return;
        }
        if self.owns_another == Some(true) {
            violations.add(
                "first_time_buyer",
                "Who owns another home is no first-time buyer: choose one of the two.",
            );
        } else if self.is_company() {
            violations.add("first_time_buyer", "A company is no first-time buyer.");
        }
    }

    fn homes(&self) -> Option<u32> {
        let homes = u32::try_from(self.dwellings?).ok()?;
        (1..=MOST_DWELLINGS).contains(&homes).then_some(homes)
    }

    fn is_company(&self) -> bool {
        self.buyer.is_some_and(|buyer| buyer != Buyer::Person)
    }
}

/// The purchase and its buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurchaseFacts {
    /// The kind of property.
    pub kind: Kind,
    /// Homes in the purchase.
    pub dwellings: u32,
    /// The buyer: a person or a company.
    pub buyer: Buyer,
    /// True when the buyer lives abroad.
    pub is_abroad: bool,
    /// True when the buyer will own another home.
    pub owns_another: bool,
    /// True when a person buys their first home.
    pub is_first_time: bool,
}

impl PurchaseFacts {
    /// Returns the `typed` facts, with `from` noting where the rest is from. Each fact wins over the one word for the buyer.
    pub(super) fn of(typed: &Typed, is_commercial: bool, from: &mut Defaults) -> Self {
        let said = &typed.purchase;
        let word = typed.buyer.unwrap_or(BuyerType::Additional).facts();
        let by_word = |otherwise| {
            if typed.buyer.is_some() {
                "as the type of buyer says"
            } else {
                otherwise
            }
        };
        let (kind, kind_source) = if is_commercial {
            (Kind::Commercial, "the listing is commercial")
        } else {
            (Kind::Residential, "the listing is a home")
        };
        // A first home is nobody's second one, and a company's none.
        let owns_another = word.owns_another && said.is_first_time != Some(true);
        let is_first_time =
            word.is_first_time && said.owns_another != Some(true) && !said.is_company();
        let says_buyer = said.buyer.is_some()
            || said.is_abroad.is_some()
            || said.owns_another.is_some()
            || said.is_first_time.is_some();
        let nearest = if says_buyer {
            "the nearest to what was said of the buyer"
        } else {
            "a landlord owns a home already"
        };
        from.take("buyer_type", typed.buyer, BuyerType::Additional, nearest);
        Self {
            kind: from.take("property_kind", said.kind, kind, kind_source),
            dwellings: from.take("dwellings", said.homes(), word.dwellings, "one home"),
            buyer: from.take("buyer", said.buyer, word.buyer, "a person buys"),
            is_abroad: from.take(
                "lives_abroad",
                said.is_abroad,
                word.is_abroad,
                by_word("most buyers live here"),
            ),
            owns_another: from.take(
                "owns_another_home",
                said.owns_another,
                owns_another,
                by_word("a landlord owns a home already"),
            ),
            is_first_time: from.take(
                "first_time_buyer",
                said.is_first_time,
                is_first_time,
                by_word("a landlord owns a home already"),
            ),
        }
    }

    /// Where the facts of an analysis are from that knew the word for its buyer alone.
    pub(super) fn sources_of_before() -> Vec<AssumptionSource> {
        let fields = [
            ("property_kind", "homes alone were counted with"),
            ("dwellings", "one home"),
            ("buyer", "a person buys"),
            ("lives_abroad", "as the type of buyer says"),
            ("owns_another_home", "as the type of buyer says"),
            ("first_time_buyer", "as the type of buyer says"),
        ];
        let sources = fields.map(|(field, source)| AssumptionSource {
            field: field.to_owned(),
            source: source.to_owned(),
        });
        sources.into()
    }

    /// The word for the buyer that comes nearest, for programs that know those alone.
    pub(super) fn nearest(&self) -> BuyerType {
        if self.buyer != Buyer::Person || self.owns_another {
            if self.is_abroad {
                BuyerType::NonResident
            } else {
                BuyerType::Additional
            }
        } else if self.is_first_time {
            BuyerType::FirstTime
        } else {
            BuyerType::Standard
        }
    }
}

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
