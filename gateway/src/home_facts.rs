//! Facts of homes from portfolio, for the pages of those who have a link or a tenancy.

use std::time::Duration;

use lintel_proto::{
    portfolio::v1::{
        HomeCertificate, HomeFacts, ListHomeCertificatesRequest, ListHomeFactsRequest,
    },
    tenancy::v1::OpenHome,
};
use lintel_runtime::{client::in_time, into_status};
use tonic::Request;

use crate::{Gateway, problem::Problem};

/// How long a tenant waits for the certificates.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long an application form waits for the facts of its homes: it is no less true without.
const PATIENCE_OF_FORMS: Duration = Duration::from_millis(700);
/// So many homes are asked for at most.
const MOST_HOMES: usize = 200;

/// Returns what applicants may know of the homes that a link offers.
///
/// # Errors
/// A 503 [`Problem`] while portfolio does not answer.
pub async fn of_homes(
    gateway: &Gateway,
    organisation_id: i64,
    homes: &[OpenHome],
) -> Result<Vec<HomeFacts>, Problem> {
    let ids = homes.iter().map(|home| home.property_id);
    let property_ids: Vec<_> = ids.take(MOST_HOMES).collect();
    if property_ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut request = Request::new(ListHomeFactsRequest {
        organisation_id,
        property_ids,
    });
    request.set_timeout(PATIENCE_OF_FORMS);
    let shown = gateway.service_key.show(request.metadata_mut());
    shown.map_err(into_status)?;
    let mut facts = gateway.clients.home_facts();
    let reply = in_time(PATIENCE_OF_FORMS, facts.list_home_facts(request)).await?;
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
    request.set_timeout(PATIENCE);
    let shown = gateway.service_key.show(request.metadata_mut());
    shown.map_err(into_status)?;
    let mut facts = gateway.clients.home_facts();
    let reply = in_time(PATIENCE, facts.list_home_certificates(request)).await?;
    Ok(reply.certificates)
}
