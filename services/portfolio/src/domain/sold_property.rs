//! A property that was sold.

use chrono::{DateTime, Utc};
use lintel_core::{PropertyId, SoldPropertyId, spelt};
use serde::{Deserialize, Serialize};

use super::{PropertyType, Sale};

/// A property as it left the portfolio, and its sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoldProperty {
    /// Its id among the sold properties; the id alone gives no access.
    pub id: SoldPropertyId,
    /// The id that it had in the portfolio; its history is kept under it.
    pub original: PropertyId,
    /// The landlord's name for it.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// In capitals with its space.
    pub postcode: String,
    /// The kind.
    pub property_type: PropertyType,
    /// Addresses of the organisation's own files, the cover first.
    pub photos: Vec<String>,
    /// The sale.
    pub sale: Sale,
    /// 1 at first.
    pub version: i64,
    /// When the sale was recorded.
    pub created_at: DateTime<Utc>,
}

spelt! {
    /// The keys that sold properties are sorted by (docs/reference/screens/sold-properties.md S1 2.7).
    SoldSort {
        /// The day of the sale.
        SaleDate = "saleDate",
        /// The net profit.
        Profit = "profit",
        /// The annualised return; sales without one come last in both directions.
        Return = "return",
    }
}

/// The order of a list of sold properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoldOrder {
    /// By what.
    pub sort: SoldSort,
    /// True when the least comes first.
    pub ascending: bool,
}
