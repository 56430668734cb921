//! A home for sale as people see it.

use chrono::NaiveDate;
use lintel_core::{ListingId, Money};

use super::{
    Nation,
    record::{ListingGroup, PricePoint, SoldType},
};

/// A home for sale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// Its id.
    pub id: ListingId,
    /// `2 bed terraced house, Leeds`.
    pub title: String,
    /// The address as the source shows it.
    pub address: String,
    /// The town.
    pub town: String,
    /// The postcode or its first half.
    pub postcode: String,
    /// The nation that it is in, as its source says it, else as its postcode does.
    pub nation: Nation,
    /// `None` for price on application.
    pub price: Option<Money>,
    /// `Guide price`.
    pub qualifier: String,
    /// Hundredths of a percent.
    pub yield_hundredths: Option<i64>,
    /// The rent that the yield uses.
    pub monthly_rent: Option<Money>,
    /// The number of lettings that it is the median of; `None` for the source's own.
    pub rent_lettings: Option<i32>,
    /// 0 is a studio.
    pub bedrooms: Option<i32>,
    /// Bathrooms.
    pub bathrooms: Option<i32>,
    /// Square feet inside.
    pub square_feet: Option<i32>,
    /// Plain text.
    pub description: String,
    /// At most 5.
    pub tags: Vec<String>,
    /// https.
    pub image_urls: Vec<String>,
    /// The portal.
    pub source: String,
    /// The source name of its imports, in small letters; often the portal.
    pub feed: String,
    /// https, or empty.
    pub source_url: String,
    /// The group that the search filters by.
    pub group: ListingGroup,
    /// Finer.
    pub property_type: String,
    /// `Freehold`.
    pub tenure: String,
    /// True when the caller watches it.
    pub watchlisted: bool,
    /// The day on which it was first in a feed.
    pub first_seen: NaiveDate,
    /// The day on which it was last in a feed.
    pub last_seen: NaiveDate,
    /// The day on which it was gone; `None` while it is for sale.
    pub withdrawn: Option<NaiveDate>,
    /// The oldest first; empty in lists.
    pub history: Vec<PricePoint>,
    /// True when it is of the operator's sources.
    pub shared: bool,
    /// Increases by one with every change.
    pub version: i64,
}

impl Listing {
    /// Where its rent is from: `source`, or `12 lettings nearby`; empty without a rent.
    #[must_use]
    pub fn rent_basis(&self) -> String {
        match (self.monthly_rent, self.rent_lettings) {
            (None, _) => String::new(),
            (Some(_), None) => "source".to_owned(),
            (Some(_), Some(lettings)) => format!("{lettings} lettings nearby"),
        }
    }

    /// The yield in percent with two decimals; empty where price or rent is not known.
    #[must_use]
    pub fn yield_percent(&self) -> String {
        self.yield_hundredths
            .map(|hundredths| format!("{}.{:02}", hundredths / 100, hundredths % 100))
            .unwrap_or_default()
    }
}

/// A sale near a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparable {
    /// Where.
    pub address: String,
    /// The postcode.
    pub postcode: String,
    /// The price paid.
    pub price: Money,
    /// When.
    pub date: NaiveDate,
    /// The kind of home that was sold.
    pub kind: SoldType,
    /// Freehold or Leasehold.
    pub tenure: String,
    /// True when it was new.
    pub new_build: bool,
}

/// Returns the note under sales of the Land Registry (Open Government Licence v3.0).
#[must_use]
pub fn attribution(year: i32) -> String {
    format!(
        "Contains HM Land Registry data © Crown copyright and database right {year}. This data is licensed under the Open Government Licence v3.0."
    )
}
