//! Viewings of the caller's homes.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use chrono::{NaiveDate, NaiveTime};
use http::{HeaderValue, header};
use lintel_proto::viewings::v1::{CheckViewingTimeRequest, GetViewingCalendarRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        ViewingClashes,
        ids::ViewingId,
        input::{FieldReader, Id, Query, fields},
        openapi::{BadQuery, NoSuchHomeOrRoom, NoSuchViewing, Refusals, SignedIn},
        problem::Problem,
    },
};

/// The file name of a viewing's calendar file.
pub(crate) const VIEWING_FILE: &str = "attachment; filename=\"viewing.ics\"";
const CALENDAR: HeaderValue = HeaderValue::from_static("text/calendar; charset=utf-8");

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(clashes))
        .routes(routes!(calendar))
}

/// A calendar file to keep.
pub(crate) fn calendar_file(content: Vec<u8>, named: &'static str) -> Response {
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
    /// A time to look at.
    ClashParams for CheckViewingTimeRequest {
        /// The property.
        property_id: Id,
        /// The day.
        viewing_date: NaiveDate,
        /// The time at which it would begin, on the clock of Europe/London.
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

/// Lists the viewings that a viewing at a time would overlap
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
