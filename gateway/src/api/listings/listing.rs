//! Homes for sale.

use chrono::NaiveDate;
use lintel_proto::listings::v1 as listings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::names::{HomeNation, ListingType},
    rest::{
        PricePoint,
        convert::{Decimal, date, money, required, text},
        problem::Problem,
    },
};

/// A home for sale.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// Its id.
    #[schema(example = 9)]
    pub id: i64,
    /// The home in short.
    #[schema(example = "2 bed terraced house, Leeds")]
    pub title: String,
    /// Its address, as the source shows it.
    #[schema(example = "Mill Street, Leeds")]
    pub address: String,
    /// The town; null where it is not known.
    #[schema(required, example = "Leeds")]
    pub town: Option<String>,
    /// The postcode, or the first half of it; null where it is not known.
    #[schema(required, example = "LS9 8XX")]
    pub postcode: Option<String>,
    /// The nation that it is in, as its source says it, else as its postcode does; null only while an upgrade is under way.
    #[schema(required)]
    pub nation: Option<HomeNation>,
    /// The price; null for price on application.
    #[schema(required, example = "180000.00")]
    pub price: Option<String>,
    /// Guide price, offers over; null for none.
    #[schema(required)]
    pub price_qualifier: Option<String>,
    /// The rent of a year ÷ the price, in percent; null where either is not known.
    #[serde(rename = "yield")]
    #[schema(required, value_type = Option<f64>, example = 6.33)]
    pub gross_yield: Option<Decimal>,
    /// The rent per month that the yield uses; null where it is not known.
    #[schema(required, example = "950.00")]
    pub monthly_rent: Option<String>,
    /// The basis of that rent; null where there is none.
    #[schema(required, example = "12 lettings nearby")]
    pub rent_basis: Option<String>,
    /// Bedrooms, 0 for a studio; null where not known.
    #[schema(required)]
    pub bedrooms: Option<i32>,
    /// Bathrooms; null where not known.
    #[schema(required)]
    pub bathrooms: Option<i32>,
    /// Square feet; null where not known.
    #[schema(required)]
    pub sqft: Option<i32>,
    /// Plain text; null where there is none.
    #[schema(required)]
    pub description: Option<String>,
    /// Up to five short points.
    #[schema(example = json!(["No chain"]))]
    pub tags: Vec<String>,
    /// The address of its first picture below this API, only of a source whose terms allow it; null for none.
    #[schema(
        required,
        example = "/api/listings/9/pictures/0192f0c47d3e4aaa8bbb0123456789ab"
    )]
    pub image_url: Option<String>,
    /// The addresses of all its pictures.
    #[schema(example = json!(["/api/listings/9/pictures/0192f0c47d3e4aaa8bbb0123456789ab"]))]
    pub images: Vec<String>,
    /// Its source.
    #[schema(example = "Rightmove")]
    pub source: String,
    /// The page of the source; null where there is none.
    #[schema(required)]
    pub source_url: Option<String>,
    /// The text that the source's licence asks to be shown; null for nothing.
    #[schema(required)]
    pub licence: Option<String>,
    /// The type of property, as the search filters it.
    pub property_type: ListingType,
    /// The same finer; null where not known.
    #[schema(required, example = "Semi-detached house")]
    pub property_subtype: Option<String>,
    /// Freehold, Leasehold and so on; null where not known.
    #[schema(required)]
    pub tenure: Option<String>,
    /// True where the caller watches it.
    pub is_watchlisted: bool,
    /// The day on which it was first in a feed.
    pub first_seen: NaiveDate,
    /// The day on which it was last in a feed.
    pub last_seen: NaiveDate,
    /// The day on which it was gone; null for one that is for sale.
    #[schema(required)]
    pub withdrawn: Option<NaiveDate>,
    /// The oldest first; where one listing is read, empty in lists.
    pub price_history: Vec<PricePoint>,
    /// True where it is of the installation's own sources, which every organisation sees.
    pub shared: bool,
    /// Grows by one with every change; also the `ETag`.
    pub version: i64,
}

impl TryFrom<listings::Listing> for Listing {
    type Error = Problem;

    fn try_from(listing: listings::Listing) -> Result<Self, Problem> {
        let kind = ListingType::from_number(listing.listing_type);
        // Never the addresses in the feed: their hosts would be told who looks at what.
        let id = listing.listing_id;
        let pictures = listing.pictures.iter();
        let images: Vec<String> = pictures
            .map(|picture| format!("/api/listings/{id}/pictures/{picture}"))
            .collect();
        let history = listing.price_history.into_iter().map(PricePoint::try_from);
        Ok(Self {
            id,
            title: listing.title,
            address: listing.address,
            town: text(listing.town),
            postcode: text(listing.postcode),
            nation: HomeNation::from_number(listing.nation),
            price: money(listing.price)?,
            price_qualifier: text(listing.price_qualifier),
            gross_yield: Decimal::read(&listing.yield_percent)?,
            monthly_rent: money(listing.monthly_rent)?,
            rent_basis: text(listing.rent_basis),
            bedrooms: listing.bedrooms,
            bathrooms: listing.bathrooms,
            sqft: listing.square_feet,
            description: text(listing.description),
            tags: listing.tags,
            image_url: images.first().cloned(),
            images,
            source: listing.source,
            source_url: text(listing.source_url),
            licence: text(listing.licence),
            property_type: required(kind, "listing_type")?,
            property_subtype: text(listing.property_type),
            tenure: text(listing.tenure),
            is_watchlisted: listing.watchlisted,
            first_seen: required(date(listing.first_seen_date)?, "first_seen_date")?,
            last_seen: required(date(listing.last_seen_date)?, "last_seen_date")?,
            withdrawn: date(listing.withdrawn_date)?,
            price_history: history.collect::<Result<_, _>>()?,
            shared: listing.shared,
            version: listing.version,
        })
    }
}
