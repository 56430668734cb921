//! The inspections of the caller's properties.

use std::time::Duration;

use axum::{Json, response::Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::portfolio::v1::{
    self as portfolio, CancelInspectionRequest, CompleteInspectionRequest, CreateInspectionRequest,
    GetInspectionRequest, ListInspectionProposalsRequest, ListInspectionsRequest,
    ScheduleInspectionsRequest, UpdateInspectionRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::InspectionId,
    pages::{self},
    reply::{if_match, present, request_id, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{FieldReader, Filters, JsonObject, PageQuery},
    model::{
        compliance_bodies::{
            InspectionBody, InspectionChangeBody, InspectionOutcomeBody, ScheduleBody,
        },
        inspection::{
            Inspection, InspectionProposal, STATES, changed_inspection_fields, read_booking,
            read_inspection,
        },
        names::InspectionView,
    },
    openapi::{
        BadQuery, Closed, IdempotencyKey, IfMatch, InspectionParams, KeyRefused, NoSuchInspection,
        NoSuchProperty, PageParams, PropertyParam, Refusals, SignedIn, Stale, WithBody,
    },
    problem::Problem,
};

/// Where the list is.
const LIST: &str = "/api/property-inspections";
/// For a whole list, which takes up to fifty pages.
const WHOLE_LIST: Duration = Duration::from_secs(10);

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(overdue))
        .routes(routes!(upcoming))
        .routes(routes!(proposals))
        .routes(routes!(schedule))
        .routes(routes!(read, update))
        .routes(routes!(complete))
        .routes(routes!(cancel))
}

/// The inspection of a reply, with its version.
fn answer(
    status: StatusCode,
    inspection: Option<portfolio::Inspection>,
) -> Result<Response, Problem> {
    let inspection = present(inspection)?;
    let version = inspection.version;
    Ok(row(status, version, Inspection::try_from(inspection)?))
}

/// Lists what `filters` and `view` leave.
async fn listed(
    call: Call<ListInspectionsRequest>,
    query: PageQuery,
    mut filters: Filters,
    path: &str,
    view: Option<InspectionView>,
) -> Result<Response, Problem> {
    let property_id = filters.id("propertyId").unwrap_or_default();
    let path = filters.of(path);
    filters.finish()?;
    let view = view.map_or(0, InspectionView::number);
    let call = call.within(WHOLE_LIST);
    pages::answer(&path, query, async |page_size, page_token| {
        let message = ListInspectionsRequest {
            property_id,
            view,
            page_size,
            page_token,
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, Inspection>(reply.inspections)?,
            reply.next_page_token,
        ))
    })
    .await
}

/// The inspections, the soonest first
///
/// Of those that are over (`Completed`, `Cancelled`) the latest first. Without parameters up to 10,000; with `pageSize` or
/// `pageToken` one page.
#[utoipa::path(
    get, path = "/api/property-inspections", tag = "Compliance", operation_id = "listInspections",
    params(InspectionParams, PageParams),
    responses(
        (status = 200, description = "The inspections", body = [Inspection], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListInspectionsRequest>,
    query: PageQuery,
    mut filters: Filters,
) -> Result<Response, Problem> {
    let view = filters.one_of("state", InspectionView::parse, STATES);
    listed(call, query, filters, LIST, view).await
}

/// The inspections that were due before today and are still to be done, the longest overdue first
#[utoipa::path(
    get, path = "/api/property-inspections/overdue", tag = "Compliance", operation_id = "listOverdueInspections",
    params(PropertyParam, PageParams),
    responses(
        (status = 200, description = "The inspections", body = [Inspection], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn overdue(
    call: Call<ListInspectionsRequest>,
    query: PageQuery,
    filters: Filters,
) -> Result<Response, Problem> {
    let path = "/api/property-inspections/overdue";
    listed(call, query, filters, path, Some(InspectionView::Overdue)).await
}

/// The inspections that are due today or later, the next one first
#[utoipa::path(
    get, path = "/api/property-inspections/upcoming", tag = "Compliance", operation_id = "listUpcomingInspections",
    params(PropertyParam, PageParams),
    responses(
        (status = 200, description = "The inspections", body = [Inspection], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn upcoming(
    call: Call<ListInspectionsRequest>,
    query: PageQuery,
    filters: Filters,
) -> Result<Response, Problem> {
    let path = "/api/property-inspections/upcoming";
    listed(call, query, filters, path, Some(InspectionView::Upcoming)).await
}

/// Plans an inspection of a property
///
/// At 10:00 unless said. A past day is taken: what fell due before is overdue from the start. A repeat with the same key and
/// body gets the first answer.
#[utoipa::path(
    post, path = "/api/property-inspections", tag = "Compliance", operation_id = "createInspection",
    params(IdempotencyKey), request_body = InspectionBody,
    responses(
        (status = 201, description = "The inspection as it was stored", body = Inspection, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchProperty, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateInspectionRequest>,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Response, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = CreateInspectionRequest {
        inspection: Some(portfolio::Inspection {
            property_id: reader.id("propertyId"),
            ..read_inspection(&mut reader)
        }),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
    let inspection = present(reply.inspection)?;
    let location = format!("{LIST}/{}", inspection.inspection_id);
    let mut response = answer(StatusCode::CREATED, Some(inspection))?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// One inspection
#[utoipa::path(
    get, path = "/api/property-inspections/{id}", tag = "Compliance", operation_id = "getInspection",
    params(("id" = i64, Path, description = "The inspection's id", minimum = 1)),
    responses(
        (status = 200, description = "The inspection", body = Inspection, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchInspection, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetInspectionRequest>,
    InspectionId(inspection_id): InspectionId,
) -> Result<Response, Problem> {
    let message = GetInspectionRequest { inspection_id };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.inspection)
}

/// Moves an inspection, or changes its notes
///
/// What is absent stays, null empties. Of one that is over only the notes can be changed. A repeat with the same key and body
/// gets the first answer.
#[utoipa::path(
    patch, path = "/api/property-inspections/{id}", tag = "Compliance", operation_id = "updateInspection",
    params(("id" = i64, Path, description = "The inspection's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = InspectionChangeBody,
    responses(
        (status = 200, description = "The inspection as it is now", body = Inspection, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchInspection, Stale, Closed, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn update(
    call: Call<UpdateInspectionRequest>,
    InspectionId(inspection_id): InspectionId,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Response, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = UpdateInspectionRequest {
        inspection: Some(portfolio::Inspection {
            inspection_id,
            ..read_inspection(&mut reader)
        }),
        update_mask: Some(prost_types::FieldMask {
            paths: changed_inspection_fields(&reader),
        }),
        etag: if_match(&headers),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.inspection)
}

/// Notes what an inspection showed
///
/// The next one schedules itself where the property's settings ask for it. A repeat with the same key and body gets the first
/// answer.
#[utoipa::path(
    post, path = "/api/property-inspections/{id}/complete", tag = "Compliance", operation_id = "completeInspection",
    params(("id" = i64, Path, description = "The inspection's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = InspectionOutcomeBody,
    responses(
        (status = 200, description = "The inspection as it is now", body = Inspection, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchInspection, Stale, Closed, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn complete(
    call: Call<CompleteInspectionRequest>,
    InspectionId(inspection_id): InspectionId,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Response, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = CompleteInspectionRequest {
        inspection_id,
        notes: reader.text("notes"),
        issues_found: reader.text("issuesFound"),
        action_required: reader.text("actionRequired"),
        media_urls: reader.photos("mediaFiles"),
        complete_time: reader
            .instant("completedAt")
            .map(lintel_proto::convert::timestamp),
        etag: if_match(&headers),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.inspection)
}

/// Calls an inspection off
///
/// The next one schedules itself, counted from the day of this one, where the property's settings ask for it. A repeat with the
/// same key gets the first answer.
#[utoipa::path(
    post, path = "/api/property-inspections/{id}/cancel", tag = "Compliance", operation_id = "cancelInspection",
    params(("id" = i64, Path, description = "The inspection's id", minimum = 1), IfMatch, IdempotencyKey),
    responses(
        (status = 200, description = "The inspection as it is now", body = Inspection, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchInspection, Stale, Closed, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn cancel(
    call: Call<CancelInspectionRequest>,
    InspectionId(inspection_id): InspectionId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = CancelInspectionRequest {
        inspection_id,
        etag: if_match(&headers),
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.inspection)
}

/// A day and a time for each overdue inspection
///
/// On working days, one after the other, none within an hour of what is scheduled already; the longest overdue first, at most
/// 200.
#[utoipa::path(
    get, path = "/api/property-inspections/proposals", tag = "Compliance",
    operation_id = "listInspectionProposals",
    responses(
        (status = 200, description = "The proposals", body = [InspectionProposal]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn proposals(
    call: Call<ListInspectionProposalsRequest>,
) -> Result<Json<Vec<InspectionProposal>>, Problem> {
    let reply = call.send(ListInspectionProposalsRequest {}).await?;
    Ok(Json(rows(reply.proposals)?))
}

/// Books several inspections for another day and time
///
/// All of them, or none. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/property-inspections/schedule", tag = "Compliance", operation_id = "scheduleInspections",
    params(IdempotencyKey), request_body = ScheduleBody,
    responses(
        (status = 200, description = "The inspections as they are now, in the order of the bookings", body = [Inspection]),
        NoSuchInspection, Closed, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn schedule(
    call: Call<ScheduleInspectionsRequest>,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Json<Vec<Inspection>>, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = ScheduleInspectionsRequest {
        bookings: reader.list("bookings", read_booking),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
    Ok(Json(rows(reply.inspections)?))
}
