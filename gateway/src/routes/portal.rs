//! The tenant portal.

use axum::Json;
use lintel_proto::{
    maintenance::v1::{GetMaintenanceSummaryRequest, ListMaintenanceRequestsRequest},
    tenancy::v1::GetPortalRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    model::portal::{PortalParts, TenantPortal},
    openapi::{NotLinked, Refusals, SignedIn},
    problem::Problem,
};

/// How many maintenance requests it shows.
const REQUESTS: i32 = 5;

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

/// The home of the signed-in tenant
///
/// The tenancy of the account's verified address: one in force, else the next one to begin; with the newest five maintenance
/// requests and how many there are.
#[utoipa::path(
    get, path = "/api/tenant-portal", tag = "Tenants", operation_id = "getTenantPortal",
    responses(
        (status = 200, description = "The portal", body = TenantPortal),
        NotLinked, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(call: Call<GetPortalRequest>) -> Result<Json<TenantPortal>, Problem> {
    let (newest, summary) = (call.beside()?, call.beside()?);
    let wanted = ListMaintenanceRequestsRequest {
        page_size: REQUESTS,
        ..Default::default()
    };
    // Whether there is a tenancy at all is said first.
    let (home, newest, summary) = tokio::join!(
        call.send(GetPortalRequest {}),
        newest.send(wanted),
        summary.send(GetMaintenanceSummaryRequest {}),
    );
    let parts = PortalParts {
        home: home?,
        requests: newest?.maintenance_requests,
        summary: summary?,
    };
    Ok(Json(parts.try_into()?))
}
