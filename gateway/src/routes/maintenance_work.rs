//! What is done about maintenance requests: visits, costs, comments.

use axum::{Json, response::Response};
use chrono::{NaiveDate, NaiveTime};
use http::{HeaderMap, StatusCode};
use lintel_core::Money;
use lintel_proto::maintenance::v1::{
    self as maintenance, AddCommentRequest, AddCostRequest, BookVisitRequest, CancelVisitRequest,
    RemoveCostRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::MaintenanceRequestId, link::CostPath, maintenance_requests::answer, reply::present,
};
use crate::{
    Gateway,
    call::Call,
    input::{AttachmentIds, Change, Id, fields, request_id},
    model::maintenance_request::MaintenanceRequest,
    openapi::{
        HomeLeft, IdempotencyKey, IfMatch, KeyRefused, MaintenanceTransition, NoSuchCost,
        NoSuchRequest, NoSuchVisit, Refusals, SignedIn, Stale, WithBody,
    },
    problem::Problem,
    rest::{Comment, Cost},
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(book, call_off))
        .routes(routes!(add_cost))
        .routes(routes!(remove_cost))
        .routes(routes!(comment))
}

fields! {
    /// A visit of a contractor or of the landlord.
    VisitBody for maintenance::Visit {
        /// The day.
        visit_date: NaiveDate,
        /// From, on the clock of Europe/London.
        start_time: NaiveTime,
        /// To, later on the same day.
        end_time: NaiveTime,
        /// What is to be known about it, up to 500 characters.
        notes: Option<String> { max_length: 500 },
        /// Whether the tenant agreed to less than 24 hours' notice.
        tenant_agreed: Option<bool>,
    }
}

/// Books a visit, or moves it
///
/// Who lives there is mailed notice; less than 24 hours are refused but for an emergency, or where the tenant agreed.
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
        visit: Some(change.message),
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

fields! {
    /// A line of what a request cost.
    CostBody for maintenance::Cost {
        /// What it was for; 1 to 200 characters.
        description: String { example: "New valve and a test", min_length: 1, max_length: 200 },
        /// How much, with VAT; above 0.
        amount: Money { example: "148.50" },
        /// The day of the invoice.
        cost_date: NaiveDate,
        /// Its invoice, a file of the request.
        attachment_id: Option<Id>,
    }
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
        cost: Some(change.message),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    Ok((StatusCode::CREATED, Json(present(reply.cost)?.try_into()?)))
}

/// Takes a line of cost away
///
/// What happened to the request keeps it.
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

fields! {
    /// What somebody writes to the other side.
    CommentBody for AddCommentRequest {
        /// 1 to 4,000 characters.
        text: String { example: "An engineer is booked for Friday morning.", min_length: 1, max_length: 4000 },
        /// Photos that were added to the request before and belong to the comment: their ids, or their addresses.
        attachment_ids: Option<AttachmentIds> { max_items: 20 },
        /// Whether the tenants are told by email, where a landlord writes; left out, the organisation's switch decides.
        email_tenants: Option<bool>,
    }
}

/// Writes to the other side
#[utoipa::path(
    post, path = "/api/maintenance-requests/{id}/comments", tag = "Maintenance", operation_id = "addComment",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IdempotencyKey),
    request_body = CommentBody,
    responses(
        (status = 201, description = "The comment as it was stored", body = Comment),
        NoSuchRequest, HomeLeft, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn comment(
    call: Call<AddCommentRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    change: Change<CommentBody>,
) -> Result<(StatusCode, Json<Comment>), Problem> {
    let message = AddCommentRequest {
        maintenance_request_id,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    let comment = present(reply.comment)?;
    Ok((StatusCode::CREATED, Json(comment.try_into()?)))
}
