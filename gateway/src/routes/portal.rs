//! The tenant portal.

use axum::Json;
use lintel_proto::tenancy::v1::GetPortalRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    model::portal::TenantPortal,
    openapi::{NotLinked, Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

/// The home of the signed-in tenant
///
/// The tenancy of the account's verified address: one in force, else the next one to begin.
#[utoipa::path(
    get, path = "/api/tenant-portal", tag = "Tenants", operation_id = "getTenantPortal",
    responses(
        (status = 200, description = "The portal", body = TenantPortal),
        NotLinked, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(call: Call<GetPortalRequest>) -> Result<Json<TenantPortal>, Problem> {
    let reply = call.send(GetPortalRequest {}).await?;
    Ok(Json(reply.try_into()?))
}
