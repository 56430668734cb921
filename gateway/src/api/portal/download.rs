//! All of a tenant's home as one file.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use lintel_core::{Error, london_date};
use lintel_proto::tenancy::v1::GetPortalRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    archive::{self, Download},
    call::Call,
    rest::{
        PortalParams,
        input::Query,
        openapi::{BadQuery, NotLinked, Refusals, SignedIn},
        problem::Problem,
    },
};

const ZIP: HeaderValue = HeaderValue::from_static("application/zip");

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

/// Everything that the portal lets the tenant download of a home, as a ZIP file
///
/// The rent statement, the signed agreement and its deeds, the documents that were given, the certificates while the tenancy has not ended,
/// and the facts of the deposit. `NOT INCLUDED.txt` names what could not be read. Each part counts as a call.
#[utoipa::path(
    get, path = "/api/tenant-portal/download", tag = "Tenants", operation_id = "downloadOwnHome",
    params(PortalParams),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/zip", headers(
            ("Content-Disposition" = String, description = "Its name, `lintel-my-home-YYYY-MM-DD.zip`")
        )),
        NotLinked, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetPortalRequest>,
    wanted: Query<PortalParams>,
) -> Result<Response, Problem> {
    let portal = call.send(wanted.message).await?;
    let tenant = portal.tenant.as_ref().ok_or(Error::NotFound {
        reason: "TENANCY_NOT_LINKED",
        resource: "Tenancy",
    })?;
    let (gateway, session) = (call.gateway().clone(), call.session()?);
    let day = london_date(gateway.clock.now());
    let name = format!("attachment; filename=\"lintel-my-home-{day}.zip\"");
    let download = Download::new(call, &portal, tenant).await?;
    let body = archive::body(&gateway.sessions, session, download.into_parts());
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, ZIP);
    let name = HeaderValue::try_from(name).map_err(Problem::internal)?;
    headers.insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}
