//! The work on maintenance requests: visits, costs, comments.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::maintenance::v1::{
    AddCostRequest, BookVisitRequest, CancelVisitRequest, RemoveCostRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::maintenance::{request::MaintenanceRequest, requests::answer},
    call::Call,
    rest::{
        Cost, CostBody, VisitBody,
        ids::MaintenanceRequestId,
        input::{Change, request_id},
        link::CostPath,
        openapi::{
            IdempotencyKey, IfMatch, KeyRefused, MaintenanceTransition, NoSuchCost, NoSuchRequest,
            NoSuchVisit, Refusals, SignedIn, Stale, WithBody,
        },
        problem::Problem,
        reply::present,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(book, call_off))
        .routes(routes!(add_cost))
        .routes(routes!(remove_cost))
}

/// Books a visit, or moves it
///
/// The residents are mailed notice; less than 24 hours are refused but for an emergency, or where the tenant agreed.
#[utoipa::path(
    put, path = "/api/maintenance-requests/{id}/visit", tag = "Maintenance", operation_id = "bookVisit",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = VisitBody,
    responses(
        (status = 200, description = "The request as it is now", body = MaintenanceRequest, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchRequest, MaintenanceTransition, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn book(
    call: Call<BookVisitRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    change: Change<VisitBody>,
) -> Result<Response, Problem> {
    let message = BookVisitRequest {
        maintenance_request_id,
        visit: change.message.visit,
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.maintenance_request)
}

/// Calls the visit off, and tells who lives there
#[utoipa::path(
    delete, path = "/api/maintenance-requests/{id}/visit", tag = "Maintenance", operation_id = "cancelVisit",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 200, description = "The request as it is now", body = MaintenanceRequest, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchVisit, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn call_off(
    call: Call<CancelVisitRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = CancelVisitRequest {
        maintenance_request_id,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.maintenance_request)
}

/// Adds a line of cost
#[utoipa::path(
    post, path = "/api/maintenance-requests/{id}/costs", tag = "Maintenance", operation_id = "addCost",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IdempotencyKey),
    request_body = CostBody,
    responses(
        (status = 201, description = "The cost as it was stored", body = Cost),
        NoSuchRequest, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn add_cost(
    call: Call<AddCostRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    change: Change<CostBody>,
) -> Result<(StatusCode, Json<Cost>), Problem> {
    let message = AddCostRequest {
        maintenance_request_id,
        cost: change.message.cost,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    Ok((StatusCode::CREATED, Json(present(reply.cost)?.try_into()?)))
}

/// Takes a line of cost away
///
/// The history of the request keeps it.
#[utoipa::path(
    delete, path = "/api/maintenance-requests/{id}/costs/{costId}", tag = "Maintenance", operation_id = "removeCost",
    params(
        ("id" = i64, Path, description = "The request's id", minimum = 1),
        ("costId" = i64, Path, description = "The cost's id", minimum = 1),
        IdempotencyKey
    ),
    responses(
        (status = 200, description = "The request as it is now", body = MaintenanceRequest, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchCost, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn remove_cost(
    call: Call<RemoveCostRequest>,
    path: CostPath,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = RemoveCostRequest {
        maintenance_request_id: path.request,
        cost_id: path.cost,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.maintenance_request)
}
