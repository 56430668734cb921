//! Facts of a home for applicants.

use lintel_files::FileId;
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{convert::text, names::Furnishing};

/// What applicants may know of a home, beside its rent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeFacts {
    /// Bedrooms; of a shared house its number of rooms.
    #[schema(example = 3)]
    pub bedrooms: i32,
    /// Bathrooms, 1 to 10, where 10 stands for ten or more.
    #[schema(example = 1)]
    pub bathrooms: i32,
    /// Size as the landlord writes it; null where it is not given.
    #[schema(required, example = "74 m²")]
    pub size: Option<String>,
    /// What stays in the home; null where it is not said.
    #[schema(required)]
    pub furnishing: Option<Furnishing>,
    /// Addresses of its photos, the cover first. They are read by the link that offers the home.
    pub photos: Vec<String>,
}

impl HomeFacts {
    /// The facts of a home that the link with `token` offers.
    #[must_use]
    pub fn of_link(facts: portfolio::HomeFacts, token: &str) -> Self {
        let photos = facts.photo_urls.iter();
        let photos = photos.filter_map(|url| FileId::of_address(url));
        Self {
            bedrooms: facts.bedrooms,
            bathrooms: facts.bathrooms,
            size: text(facts.size),
            furnishing: Furnishing::from_number(facts.furnishing),
            photos: photos
                .map(|id| format!("/api/invites/by-token/{token}/photos/{id}"))
                .collect(),
        }
    }
}
