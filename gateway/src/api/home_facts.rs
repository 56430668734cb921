//! Facts of homes from portfolio, for the pages of those who have a link or a tenancy.

use std::time::Duration;

use lintel_files::FileId;
use lintel_proto::{
    portfolio::v1::{
        self as portfolio, HomeCertificate, ListHomeCertificatesRequest, ListHomeFactsRequest,
    },
    tenancy::v1::OpenHome,
};
use lintel_runtime::{client::in_time, into_status};
use serde::Serialize;
use tonic::Request;
use utoipa::ToSchema;

use crate::{
    Gateway,
    api::names::Furnishing,
    rest::{convert::text, problem::Problem},
};

/// Time limit for the certificates that a tenant asks for.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Time limit for the facts on an application form, which is correct without them too.
const FORM_TIMEOUT: Duration = Duration::from_millis(700);
/// The most homes that are asked for.
const MOST_HOMES: usize = 200;

/// Returns what applicants may know of the homes that a link offers.
///
/// # Errors
/// A 503 [`Problem`] while portfolio does not answer.
pub async fn of_homes(
    gateway: &Gateway,
    organisation_id: i64,
    homes: &[OpenHome],
) -> Result<Vec<portfolio::HomeFacts>, Problem> {
    let ids = homes.iter().map(|home| home.property_id);
    let property_ids: Vec<_> = ids.take(MOST_HOMES).collect();
    if property_ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut request = Request::new(ListHomeFactsRequest {
        organisation_id,
        property_ids,
    });
    request.set_timeout(FORM_TIMEOUT);
    let shown = gateway.service_key.show(request.metadata_mut());
    shown.map_err(into_status)?;
    let mut facts = gateway.clients.home_facts();
    let reply = in_time(FORM_TIMEOUT, facts.list_home_facts(request)).await?;
    Ok(reply.homes)
}

/// Returns the current certificates of a home as its tenants may see them.
///
/// # Errors
/// A 503 [`Problem`] while portfolio does not answer.
pub async fn certificates(
    gateway: &Gateway,
    organisation_id: i64,
    property_id: i64,
) -> Result<Vec<HomeCertificate>, Problem> {
    let mut request = Request::new(ListHomeCertificatesRequest {
        organisation_id,
        property_id,
    });
    request.set_timeout(TIMEOUT);
    let shown = gateway.service_key.show(request.metadata_mut());
    shown.map_err(into_status)?;
    let mut facts = gateway.clients.home_facts();
    let reply = in_time(TIMEOUT, facts.list_home_certificates(request)).await?;
    Ok(reply.certificates)
}

/// The facts about a home that applicants may know, beside its rent.
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
    /// The furniture that stays in the home; null where it is not said.
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
