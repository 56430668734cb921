//! Duties towards a tenant with a last day, besides the deposit: papers to give, and answers to requests for pets.

use axum::Json;
use chrono::NaiveDate;
use http::HeaderMap;
use lintel_proto::tenancy::v1::{
    PetRequest, RecordPaperRequest, RecordPetRequestRequest, RemovePetRequestRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{ids::TenantId, link::PetRequestPath, reply::present};
use crate::{
    Gateway,
    call::Call,
    input::{Change, fields, request_id},
    model::names::{Paper, PetAnswer},
    openapi::{
        IdempotencyKey, KeyRefused, NoSuchPetRequest, NoSuchTenant, PetRequestsFull, Refusals,
        SignedIn, WithBody,
    },
    problem::Problem,
    rest::Duties,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(record_paper))
        .routes(routes!(add_pet))
        .routes(routes!(change_pet, remove_pet))
}

fields! {
    /// A paper that was given to the tenants of a tenancy.
    PaperBody for RecordPaperRequest {
        /// The paper.
        paper: Paper,
        /// When; absent to take it back.
        delivery_date: Option<NaiveDate>,
    }
}

/// Records when a paper was given to all tenants of a tenancy, or takes that back
#[utoipa::path(
    put, path = "/api/tenants/{id}/papers", tag = "Tenancies", operation_id = "recordPaper",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), IdempotencyKey),
    request_body = PaperBody,
    responses(
        (status = 200, description = "What is owed now", body = Duties),
        NoSuchTenant, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn record_paper(
    call: Call<RecordPaperRequest>,
    TenantId(tenant_id): TenantId,
    change: Change<PaperBody>,
) -> Result<Json<Duties>, Problem> {
    let message = RecordPaperRequest {
        tenant_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.duties)?.try_into()?))
}

fields! {
    /// A tenant's request for a pet: all of it, each time.
    PetRequestBody for RecordPetRequestRequest {
        /// The pet.
        pet_request.pet: String { min_length: 2, max_length: 200, example: "A small dog" },
        /// When the tenant asked.
        pet_request.request_date: NaiveDate,
        /// When the information came that was asked for.
        pet_request.information_date: Option<NaiveDate>,
        /// The answer.
        pet_request.answer: Option<PetAnswer>,
        /// When it was given.
        pet_request.answer_date: Option<NaiveDate>,
        /// Why; required for a refusal.
        pet_request.reason: Option<String> { max_length: 1000 },
    }
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

/// Removes a request for a pet that was recorded by mistake
#[utoipa::path(
    delete, path = "/api/tenants/{id}/pet-requests/{requestId}", tag = "Tenancies", operation_id = "removePetRequest",
    params(
        ("id" = i64, Path, description = "The tenant's id", minimum = 1),
        ("requestId" = i64, Path, description = "The request's id", minimum = 1),
        IdempotencyKey
    ),
    responses(
        (status = 200, description = "What is owed now", body = Duties),
        NoSuchPetRequest, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn remove_pet(
    call: Call<RemovePetRequestRequest>,
    path: PetRequestPath,
    headers: HeaderMap,
) -> Result<Json<Duties>, Problem> {
    let message = RemovePetRequestRequest {
        tenant_id: path.tenant,
        pet_request_id: path.request,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    Ok(Json(present(reply.duties)?.try_into()?))
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
