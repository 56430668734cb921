//! The inspections of the caller's properties.

use axum::{Json, response::Response};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use http::{HeaderValue, StatusCode, header};
use lintel_proto::portfolio::v1::{
    self as portfolio, CompleteInspectionRequest, CreateInspectionRequest, ListInspectionsRequest,
    ScheduleInspectionsRequest, UpdateInspectionRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::InspectionId,
    pages,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, Files, Id, List, PageParams, PageQuery, Query, fields},
    model::names::InspectionView,
    openapi::{
        BadQuery, Closed, IdempotencyKey, IfMatch, NoSuchInspection, NoSuchProperty, Refusals,
        SignedIn, Stale, WithBody,
    },
    problem::Problem,
    rest::Inspection,
};

/// Where the list is.
const LIST: &str = "/api/property-inspections";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(overdue))
        .routes(routes!(upcoming))
        .routes(routes!(schedule))
        .routes(routes!(update))
        .routes(routes!(complete))
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

/// Lists what is `wanted`, at `path`.
async fn listed(
    call: Call<ListInspectionsRequest>,
    page: PageQuery,
    wanted: ListInspectionsRequest,
    path: &str,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page);
    pages::answer(path, page, async |page_size, page_token| {
        let message = ListInspectionsRequest {
            page_size,
            page_token,
            ..wanted
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, Inspection>(reply.inspections)?,
            reply.next_page_token,
        ))
    })
    .await
}

fields! {
    /// What narrows the list of inspections.
    InspectionParams for ListInspectionsRequest {
        /// Of this property.
        property_id: Option<Id>,
        /// Which of them.
        view: Option<InspectionView>,
    }
}

fields! {
    /// What narrows a list to one property.
    PropertyParam for ListInspectionsRequest {
        /// Of this property.
        property_id: Option<Id>,
    }
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
    page: Query<PageParams>,
    wanted: Query<InspectionParams>,
) -> Result<Response, Problem> {
    let path = wanted.of(LIST);
    listed(call, page.message, wanted.message, &path).await
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
    page: Query<PageParams>,
    wanted: Query<PropertyParam>,
) -> Result<Response, Problem> {
    let path = wanted.of("/api/property-inspections/overdue");
    let wanted = ListInspectionsRequest {
        view: portfolio::InspectionView::Overdue.into(),
        ..wanted.message
    };
    listed(call, page.message, wanted, &path).await
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
    page: Query<PageParams>,
    wanted: Query<PropertyParam>,
) -> Result<Response, Problem> {
    let path = wanted.of("/api/property-inspections/upcoming");
    let wanted = ListInspectionsRequest {
        view: portfolio::InspectionView::Upcoming.into(),
        ..wanted.message
    };
    listed(call, page.message, wanted, &path).await
}

fields! {
    /// An inspection to plan. Unknown and server-owned fields are ignored; absent, null and empty are the same.
    InspectionBody for portfolio::Inspection {
        /// The property.
        property_id: Id,
        /// The day; a past one is overdue from the start.
        inspection_date: NaiveDate,
        /// The time on the clock of Europe/London; 10:00 where absent.
        inspection_time: Option<NaiveTime>,
        /// Up to 4,000 characters.
        notes: Option<String> { max_length: 4000 },
    }
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
    change: Change<InspectionBody>,
) -> Result<Response, Problem> {
    let message = CreateInspectionRequest {
        inspection: Some(change.message),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let inspection = present(reply.inspection)?;
    let location = format!("{LIST}/{}", inspection.inspection_id);
    let mut response = answer(StatusCode::CREATED, Some(inspection))?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

fields! {
    /// An inspection to move, or its notes to change: what is absent stays, null empties. Unknown and server-owned fields are
    /// ignored; an inspection stays with its property.
    InspectionChangeBody for portfolio::Inspection {
        /// The day.
        inspection_date: Option<NaiveDate>,
        /// The time on the clock of Europe/London; 10:00 where null.
        inspection_time: Option<NaiveTime>,
        /// Up to 4,000 characters.
        notes: Option<String> { max_length: 4000 },
    }
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
    change: Change<InspectionChangeBody>,
) -> Result<Response, Problem> {
    let message = UpdateInspectionRequest {
        inspection: Some(portfolio::Inspection {
            inspection_id,
            ..change.message
        }),
        update_mask: Some(FieldMask {
            paths: change.named,
        }),
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.inspection)
}

fields! {
    /// What an inspection showed.
    InspectionOutcomeBody for CompleteInspectionRequest {
        /// Up to 4,000 characters; those that there are stay where absent.
        notes: Option<String> { max_length: 4000 },
        /// What was found, up to 4,000 characters.
        issues_found: Option<String> { max_length: 4000 },
        /// What is to be done about it, up to 4,000 characters.
        action_required: Option<String> { max_length: 4000 },
        /// Photos and documents as `/api/upload` answered them; also one address, or a list as JSON text.
        media_urls: Option<Files> { max_items: 20, example: serde_json::json!(["/api/files/0197a0f2-1111-7000-8000-000000000001"]) },
        /// When it was done, not in the future; now where absent.
        complete_time: Option<DateTime<Utc>>,
        /// That nothing was found; without it something of notes, findings, action or photos is given.
        nothing_found: Option<bool>,
    }
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
    change: Change<InspectionOutcomeBody>,
) -> Result<Response, Problem> {
    let message = CompleteInspectionRequest {
        inspection_id,
        etag: change.etag,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.inspection)
}

fields! {
    /// Inspections to book, all of them or none.
    ScheduleBody for ScheduleInspectionsRequest {
        /// Each inspection once, no two at the same moment, none in the past.
        bookings: List<InspectionBookingBody> { min_items: 1, max_items: 200 },
    }
}

fields! {
    /// A day and a time for an inspection.
    InspectionBookingBody for portfolio::InspectionBooking {
        /// The inspection.
        inspection_id: Id,
        /// The day, today or later.
        inspection_date: NaiveDate,
        /// The time on the clock of Europe/London; 10:00 where absent.
        inspection_time: Option<NaiveTime>,
    }
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
    change: Change<ScheduleBody>,
) -> Result<Json<Vec<Inspection>>, Problem> {
    let reply = call.send(change.request()).await?;
    Ok(Json(rows(reply.inspections)?))
}
