//! Duties towards a tenant with a last day, besides the deposit: papers to give, and answers to requests for pets.

use axum::Json;
use lintel_proto::tenancy::v1::{PetRequest, RecordPetRequestRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        Duties, PetRequestBody,
        ids::TenantId,
        input::Change,
        link::PetRequestPath,
        openapi::{
            IdempotencyKey, NoSuchPetRequest, NoSuchTenant, PetRequestsFull, Refusals, SignedIn,
            WithBody,
        },
        problem::Problem,
        reply::present,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(add_pet))
        .routes(routes!(change_pet))
}

/// Records a tenant's request for a pet
#[utoipa::path(
    post, path = "/api/tenants/{id}/pet-requests", tag = "Tenancies", operation_id = "recordPetRequest",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), IdempotencyKey),
    request_body = PetRequestBody,
    responses(
        (status = 200, description = "What is owed now", body = Duties),
        NoSuchTenant, PetRequestsFull, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn add_pet(
    call: Call<RecordPetRequestRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<PetRequestBody>,
) -> Result<Json<Duties>, Problem> {
    recorded(call, (tenant_id, 0), change).await
}

/// Changes a tenant's request for a pet: its days, and its answer
#[utoipa::path(
    put, path = "/api/tenants/{id}/pet-requests/{requestId}", tag = "Tenancies", operation_id = "changePetRequest",
    params(
        ("id" = i64, Path, description = "The tenant's id", minimum = 1),
        ("requestId" = i64, Path, description = "The request's id", minimum = 1),
        IdempotencyKey
    ),
    request_body = PetRequestBody,
    responses(
        (status = 200, description = "What is owed now", body = Duties),
        NoSuchPetRequest, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn change_pet(
    call: Call<RecordPetRequestRequest>,
    path: PetRequestPath,
    change: Change<PetRequestBody>,
) -> Result<Json<Duties>, Problem> {
    recorded(call, (path.tenant, path.request), change).await
}

async fn recorded(
    call: Call<RecordPetRequestRequest>,
    (tenant_id, pet_request_id): (i64, i64),
    change: Change<PetRequestBody>,
) -> Result<Json<Duties>, Problem> {
    let message = RecordPetRequestRequest {
        tenant_id,
        pet_request: Some(PetRequest {
            pet_request_id,
            ..change.message.pet_request.unwrap_or_default()
        }),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.duties)?.try_into()?))
}
