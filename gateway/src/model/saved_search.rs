//! Saved searches for homes to buy.

use chrono::{DateTime, Utc};
use lintel_proto::listings::v1 as listings;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, money, required, text},
    names::ListingType,
};
use crate::problem::Problem;

/// A search that the caller saved: a new listing that it finds is told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSearch {
    /// Its id.
    pub id: i64,
    /// What its owner calls it.
    #[schema(example = "Terraces in Leeds")]
    pub name: String,
    /// Where; null for everywhere.
    #[schema(required, example = "LS9")]
    pub location: Option<String>,
    /// Of this type; null for all.
    #[schema(required)]
    pub property_type: Option<ListingType>,
    /// At least; null for no limit.
    #[schema(required)]
    pub min_price: Option<String>,
    /// At most; null for no limit.
    #[schema(required, example = "200000.00")]
    pub max_price: Option<String>,
    /// When it was saved.
    pub created_at: DateTime<Utc>,
}

impl TryFrom<listings::SavedSearch> for SavedSearch {
    type Error = Problem;

    fn try_from(search: listings::SavedSearch) -> Result<Self, Problem> {
        Ok(Self {
            id: search.saved_search_id,
            name: search.display_name,
            location: text(search.location),
            property_type: ListingType::from_number(search.listing_type),
            min_price: money(search.min_price)?,
            max_price: money(search.max_price)?,
            created_at: required(instant(search.create_time)?, "create_time")?,
        })
    }
}
