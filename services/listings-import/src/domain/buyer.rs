//! The buyer of a home, and the facts of the purchase.

use lintel_core::{Violations, spelt};
use lintel_rules::{Buyer, Kind};
use serde::{Deserialize, Serialize};

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

    pub(super) fn homes(&self) -> Option<u32> {
        let homes = u32::try_from(self.dwellings?).ok()?;
        (1..=MOST_DWELLINGS).contains(&homes).then_some(homes)
    }

    pub(super) fn is_company(&self) -> bool {
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
