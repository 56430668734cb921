//! Viewings of the caller's homes.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use chrono::{NaiveDate, NaiveTime};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::viewings::v1::{
    self as viewings, CheckViewingTimeRequest, CreateViewingRequest, EraseViewerRequest,
    GetViewingCalendarRequest, GetViewingRequest, ListViewingsRequest, UpdateViewingRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::ViewingId,
    pages,
    reply::{present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, Email, FieldReader, Id, PageParams, Query, fields, request_id},
    model::{
        names::{ViewingStatus, ViewingView},
        viewing::{Viewing, ViewingClashes},
    },
    openapi::{
        BadQuery, IdempotencyKey, IfMatch, KeyRefused, NoSuchHomeOrRoom, NoSuchViewing, Refusals,
        SignedIn, Stale, ViewingOpen, ViewingTransition, WithBody,
    },
    problem::Problem,
};

/// Where the list is.
const LIST: &str = "/api/property-viewings";
/// What the calendar file of a viewing is called.
pub(super) const VIEWING_FILE: &str = "attachment; filename=\"viewing.ics\"";
const CALENDAR: HeaderValue = HeaderValue::from_static("text/calendar; charset=utf-8");

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(clashes))
        .routes(routes!(read, update, erase))
        .routes(routes!(calendar))
}

/// The viewing of a reply, with its version.
fn answer(status: StatusCode, viewing: Option<viewings::Viewing>) -> Result<Response, Problem> {
    let viewing = present(viewing)?;
    let version = viewing.version;
    Ok(row(status, version, Viewing::try_from(viewing)?))
}

/// A calendar file to keep.
pub(super) fn calendar_file(content: Vec<u8>, named: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, CALENDAR),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(named)),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
    ];
    (headers, content).into_response()
}

fields! {
    /// What narrows the list of viewings.
    ViewingParams for ListViewingsRequest {
        /// Of one tab: upcoming (Scheduled, Confirmed), completed (Completed, Move-in Process Started) or cancelled.
        view: Option<ViewingView>,
        /// Of this property.
        property_id: Option<Id>,
        /// On this day or later.
        from_date: Option<NaiveDate>,
        /// On this day or earlier.
        to_date: Option<NaiveDate>,
        /// Words of which each is found in the viewer's name or address or in the property's name, address or postcode; or a phone number.
        search: Option<String> { max_length: 200 },
    }
}

/// The viewings, the earliest first
///
/// Of those that are over (`completed`, `cancelled`) the newest first. Without parameters up to 10,000; with `pageSize` or
/// `pageToken` one page.
#[utoipa::path(
    get, path = "/api/property-viewings", tag = "Viewings", operation_id = "listViewings",
    params(ViewingParams, PageParams),
    responses(
        (status = 200, description = "The viewings", body = [Viewing], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListViewingsRequest>,
    page: Query<PageParams>,
    wanted: Query<ViewingParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = wanted.of(LIST);
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListViewingsRequest {
            page_size,
            page_token,
            ..wanted.message.clone()
        };
        let reply = call.send(message).await?;
        Ok((rows::<_, Viewing>(reply.viewings)?, reply.next_page_token))
    })
    .await
}

fields! {
    /// A time to look at.
    ClashParams for CheckViewingTimeRequest {
        /// The property.
        property_id: Id,
        /// The day.
        viewing_date: NaiveDate,
        /// When it would begin, on the clock of Europe/London.
        viewing_time: NaiveTime,
        /// The viewing that is to be moved, which does not overlap itself.
        viewing_id: Option<Id>,
    } then need_property {}
}

fn need_property(reader: &mut FieldReader<'_>, _: &mut CheckViewingTimeRequest) {
    let property = reader.raw("propertyId");
    if property.is_none_or(|property| property.get() == "\"\"") {
        reader.refuse("propertyId", "Choose a property.");
    }
}

/// What a viewing at a time would overlap
///
/// An overlap is no refusal: it is shown before a viewing is booked.
#[utoipa::path(
    get, path = "/api/property-viewings/clashes", tag = "Viewings", operation_id = "checkViewingTime",
    params(ClashParams),
    responses(
        (status = 200, description = "What it overlaps", body = ViewingClashes),
        NoSuchHomeOrRoom, BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn clashes(
    call: Call<CheckViewingTimeRequest>,
    time: Query<ClashParams>,
) -> Result<Json<ViewingClashes>, Problem> {
    let reply = call.send(time.message).await?;
    Ok(Json(reply.try_into()?))
}

fields! {
    /// A viewing to book. Unknown and server-owned fields are ignored; absent, null and empty are the same.
    ViewingBody for viewings::Viewing {
        /// The property.
        property_id: Id { example: 42 },
        /// The room of a shared house; absent for the whole home.
        room_number: Option<String>,
        /// Who comes; 2 to 100 characters.
        viewer_name: String { example: "Noah Petrov", min_length: 2, max_length: 100 },
        /// Their address, which the calendar file and the private link go to.
        viewer_email: Email { example: "noah@example.com" },
        /// At least 10 characters.
        viewer_phone: String { example: "07700 900512", min_length: 10 },
        /// The day; day and time are in the future.
        viewing_date: NaiveDate,
        /// When it begins, on the clock of Europe/London.
        viewing_time: NaiveTime,
        /// Up to 4,000 characters, for members alone.
        notes: Option<String> { max_length: 4000 },
        /// What the viewer is told beside the time, up to 500 characters: where to meet, what to bring.
        note_for_viewer: Option<String> { max_length: 500 },
    }
}

/// Books a viewing
///
/// The viewer is mailed a calendar file and a private link, and who lives in the home is mailed notice. An overlap is no refusal:
/// `clashes` and `inspectionClashes` name it. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/property-viewings", tag = "Viewings", operation_id = "createViewing",
    params(IdempotencyKey), request_body = ViewingBody,
    responses(
        (status = 201, description = "The viewing as it was stored", body = Viewing, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchHomeOrRoom, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreateViewingRequest>,
    change: Change<ViewingBody>,
) -> Result<Response, Problem> {
    let message = CreateViewingRequest {
        viewing: Some(change.message),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    let viewing = present(reply.viewing)?;
    let location = format!("{LIST}/{}", viewing.viewing_id);
    let mut response = answer(StatusCode::CREATED, Some(viewing))?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// One viewing
#[utoipa::path(
    get, path = "/api/property-viewings/{id}", tag = "Viewings", operation_id = "getViewing",
    params(("id" = i64, Path, description = "The viewing's id", minimum = 1)),
    responses(
        (status = 200, description = "The viewing", body = Viewing, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchViewing, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetViewingRequest>,
    ViewingId(viewing_id): ViewingId,
) -> Result<Response, Problem> {
    let reply = call.send(GetViewingRequest { viewing_id }).await?;
    answer(StatusCode::OK, reply.viewing)
}

fields! {
    /// A viewing to change: what is absent stays, null empties. Unknown and server-owned fields are ignored; a viewing stays with
    /// its property.
    ViewingChangeBody for viewings::Viewing {
        /// The room of a shared house; null for the whole home.
        room_number: Option<String>,
        /// Who comes; 2 to 100 characters.
        viewer_name: Option<String> { min_length: 2, max_length: 100 },
        /// Their address.
        viewer_email: Option<Email>,
        /// At least 10 characters.
        viewer_phone: Option<String> { min_length: 10 },
        /// The day; day and time are in the future.
        viewing_date: Option<NaiveDate>,
        /// When it begins, on the clock of Europe/London.
        viewing_time: Option<NaiveTime>,
        /// Up to 4,000 characters, for members alone.
        notes: Option<String> { max_length: 4000 },
        /// What the viewer is told beside the time, up to 500 characters: where to meet, what to bring.
        note_for_viewer: Option<String> { max_length: 500 },
        /// From Scheduled: Confirmed, Completed or Cancelled; from Confirmed: Completed or Cancelled; from Completed: Move-in
        /// Process Started.
        status: Option<ViewingStatus>,
    }
}

/// Changes a viewing
///
/// A new day or time makes a Scheduled viewing of a Confirmed one and tells the viewer and who lives there. A repeat with the same
/// key and body gets the first answer.
#[utoipa::path(
    patch, path = "/api/property-viewings/{id}", tag = "Viewings", operation_id = "updateViewing",
    params(("id" = i64, Path, description = "The viewing's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = ViewingChangeBody,
    responses(
        (status = 200, description = "The viewing as it is now", body = Viewing, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchViewing, ViewingTransition, Stale, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn update(
    call: Call<UpdateViewingRequest>,
    ViewingId(viewing_id): ViewingId,
    change: Change<ViewingChangeBody>,
) -> Result<Response, Problem> {
    let message = UpdateViewingRequest {
        viewing: Some(viewings::Viewing {
            viewing_id,
            ..change.message
        }),
        update_mask: Some(FieldMask {
            paths: change.named,
        }),
        etag: change.etag,
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.viewing)
}

/// Takes the viewer's details out of a viewing that is over
///
/// Name, address, phone number and messages, on request of that person; the viewing itself stays for the figures.
#[utoipa::path(
    delete, path = "/api/property-viewings/{id}", tag = "Viewings", operation_id = "eraseViewer",
    params(("id" = i64, Path, description = "The viewing's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 200, description = "The viewing as it is now", body = Viewing, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchViewing, ViewingOpen, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn erase(
    call: Call<EraseViewerRequest>,
    ViewingId(viewing_id): ViewingId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = EraseViewerRequest {
        viewing_id,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.viewing)
}

/// A viewing as a calendar file
#[utoipa::path(
    get, path = "/api/property-viewings/{id}/calendar", tag = "Viewings", operation_id = "getViewingCalendar",
    params(("id" = i64, Path, description = "The viewing's id", minimum = 1)),
    responses(
        (status = 200, description = "The file (RFC 5545)", body = String, content_type = "text/calendar", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        NoSuchViewing, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn calendar(
    call: Call<GetViewingCalendarRequest>,
    ViewingId(viewing_id): ViewingId,
) -> Result<Response, Problem> {
    let message = GetViewingCalendarRequest { viewing_id };
    let reply = call.send(message).await?;
    Ok(calendar_file(reply.content, VIEWING_FILE))
}
