//! Maintenance requests: a landlord's organisation's, or those of a tenant's own tenancy.

use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::maintenance::v1::{
    self as maintenance, ConfirmRepairRequest, CreateMaintenanceRequestRequest,
    GetMaintenanceRequestRequest, ListMaintenanceRequestsRequest, UpdateMaintenanceRequestRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::maintenance::request::MaintenanceRequest,
    call::Call,
    rest::{
        MaintenanceBody, MaintenanceChangeBody, MaintenanceParams,
        ids::MaintenanceRequestId,
        input::{Change, PageParams, Query, request_id},
        openapi::{
            BadQuery, HomeLeft, IdempotencyKey, IfMatch, KeyRefused, MaintenanceTransition,
            NoSuchReportHome, NoSuchRequest, NoSuchRequestOrContractor, Refusals, SignedIn, Stale,
            WithBody,
        },
        pages,
        problem::Problem,
        reply::{present, row, rows},
    },
};

/// The path of the list.
pub(crate) const LIST: &str = "/api/maintenance-requests";

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(read, update))
        .routes(routes!(confirm))
}

/// The request of a reply, with its version.
pub(crate) fn answer(
    status: StatusCode,
    request: Option<maintenance::MaintenanceRequest>,
) -> Result<Response, Problem> {
    let request = present(request)?;
    let version = request.version;
    Ok(row(status, version, MaintenanceRequest::try_from(request)?))
}

/// The maintenance requests, the newest first unless another order is asked for
///
/// A tenant's are those of their own tenancies, for 12 months after the end those from before it (`readOnly`). Without parameters up to
/// 10,000; with `pageSize` or `pageToken` one page.
#[utoipa::path(
    get, path = "/api/maintenance-requests", tag = "Maintenance", operation_id = "listMaintenanceRequests",
    params(MaintenanceParams, PageParams),
    responses(
        (status = 200, description = "The requests", body = [MaintenanceRequest], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListMaintenanceRequestsRequest>,
    page: Query<PageParams>,
    wanted: Query<MaintenanceParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = wanted.of(LIST);
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListMaintenanceRequestsRequest {
            page_size,
            page_token,
            ..wanted.message.clone()
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, MaintenanceRequest>(reply.maintenance_requests)?,
            reply.next_page_token,
        ))
    })
    .await
}

/// Adds a maintenance request
///
/// A tenant reports for the home that they live in, until their last day there. `advice` says what to do at once. A repeat with the same key and body gets the
/// first answer.
#[utoipa::path(
    post, path = "/api/maintenance-requests", tag = "Maintenance", operation_id = "createMaintenanceRequest",
    params(IdempotencyKey), request_body = MaintenanceBody,
    responses(
        (status = 201, description = "The request as it was stored", body = MaintenanceRequest, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchReportHome, HomeLeft, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateMaintenanceRequestRequest>,
    change: Change<MaintenanceBody>,
) -> Result<Response, Problem> {
    let message = CreateMaintenanceRequestRequest {
        maintenance_request: change.message.maintenance_request,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let request = present(reply.maintenance_request)?;
    let location = format!("{LIST}/{}", request.maintenance_request_id);
    let mut response = answer(StatusCode::CREATED, Some(request))?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// One maintenance request, with its costs and what happened to it
///
/// Costs are for the landlord alone.
#[utoipa::path(
    get, path = "/api/maintenance-requests/{id}", tag = "Maintenance", operation_id = "getMaintenanceRequest",
    params(("id" = i64, Path, description = "The request's id", minimum = 1)),
    responses(
        (status = 200, description = "The request", body = MaintenanceRequest, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchRequest, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetMaintenanceRequestRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
) -> Result<Response, Problem> {
    let message = GetMaintenanceRequestRequest {
        maintenance_request_id,
    };
    let request = MaintenanceRequest::try_from(call.send(message).await?)?;
    Ok(row(StatusCode::OK, request.version, request))
}

/// Changes a maintenance request
///
/// A tenant cancels it, or opens it again. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    patch, path = "/api/maintenance-requests/{id}", tag = "Maintenance", operation_id = "updateMaintenanceRequest",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = MaintenanceChangeBody,
    responses(
        (status = 200, description = "The request as it is now", body = MaintenanceRequest, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchRequestOrContractor, MaintenanceTransition, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn update(
    call: Call<UpdateMaintenanceRequestRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    change: Change<MaintenanceChangeBody>,
) -> Result<Response, Problem> {
    let message = UpdateMaintenanceRequestRequest {
        maintenance_request: Some(maintenance::MaintenanceRequest {
            maintenance_request_id,
            ..change.message.maintenance_request.unwrap_or_default()
        }),
        update_mask: Some(FieldMask {
            paths: change.named,
        }),
        etag: change.etag,
        request_id: change.request_id,
        email_tenants: change.message.email_tenants,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.maintenance_request)
}

/// Confirms that a completed request is fixed
#[utoipa::path(
    post, path = "/api/maintenance-requests/{id}/confirm", tag = "Maintenance", operation_id = "confirmRepair",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 200, description = "The request as it is now", body = MaintenanceRequest, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchRequest, MaintenanceTransition, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn confirm(
    call: Call<ConfirmRepairRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = ConfirmRepairRequest {
        maintenance_request_id,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.maintenance_request)
}
