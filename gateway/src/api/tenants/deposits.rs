//! The deposit of a tenancy, and the dates of a notice.

use axum::Json;
use lintel_proto::tenancy::v1::GetDepositRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        Deposit,
        ids::TenantId,
        openapi::{NoSuchTenant, Refusals, SignedIn},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

/// The deposit of a tenant's tenancy; null where none was agreed or recorded
#[utoipa::path(
    get, path = "/api/tenants/{id}/deposit", tag = "Tenancies", operation_id = "getDeposit",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1)),
    responses(
        (status = 200, description = "The deposit, or null", body = Option<Deposit>),
        NoSuchTenant, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetDepositRequest>,
    TenantId(tenant_id): TenantId,
) -> Result<Json<Option<Deposit>>, Problem> {
    let reply = call.send(GetDepositRequest { tenant_id }).await?;
    Ok(Json(reply.deposit.map(TryInto::try_into).transpose()?))
}
