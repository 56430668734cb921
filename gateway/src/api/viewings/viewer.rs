//! A viewing by the private link of its viewer.

use axum::{Json, response::Response};
use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::viewings::v1::{self as viewings, AnswerViewingRequest, OpenViewingRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        landlord_contact,
        landlord_contact::LandlordContact,
        names::{ViewerAnswer, ViewingStatus},
        viewings::planned::{VIEWING_FILE, calendar_file},
    },
    call::Call,
    rest::{
        ViewerAnswerBody,
        convert::{date, instant, required, text, time},
        input::Change,
        link::Link,
        openapi::{IdempotencyKey, LinkEnded, Refusals, ViewingTransition, WithBody},
        problem::Problem,
        reply::present,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read, answer))
        .routes(routes!(calendar))
}

/// The viewing of a private link, as its viewer may see it
#[utoipa::path(
    get, path = "/api/viewings/{token}", tag = "Viewings", operation_id = "openViewing",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The viewing", body = ViewerPage),
        LinkEnded, Refusals
    )
)]
async fn read(
    call: Call<OpenViewingRequest>,
    Link(token): Link,
) -> Result<Json<ViewerPage>, Problem> {
    let reply = call.send(OpenViewingRequest { token }).await?;
    shown(call.gateway(), present(reply.page)?).await
}

/// Answers a viewing by its private link
///
/// `confirm` makes it Confirmed, `cancel` Cancelled; on `request` the landlord decides.
#[utoipa::path(
    post, path = "/api/viewings/{token}", tag = "Viewings", operation_id = "answerViewing",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = ViewerAnswerBody,
    responses(
        (status = 200, description = "The viewing as it is now", body = ViewerPage),
        LinkEnded, ViewingTransition, WithBody, Refusals
    )
)]
async fn answer(
    call: Call<AnswerViewingRequest>,
    Link(token): Link,
    change: Change<ViewerAnswerBody>,
) -> Result<Json<ViewerPage>, Problem> {
    let message = AnswerViewingRequest {
        token,
        request_id: change.request_id,
        ..change.message
    };
    let reply = call.send(message).await?;
    shown(call.gateway(), present(reply.page)?).await
}

/// Returns the page with the contact of whoever shows the home.
async fn shown(gateway: &Gateway, page: viewings::ViewerPage) -> Result<Json<ViewerPage>, Problem> {
    let landlord = landlord_contact::find(gateway, page.organisation_id).await;
    Ok(Json(ViewerPage {
        landlord,
        ..page.try_into()?
    }))
}

/// The viewing of a private link as a calendar file
#[utoipa::path(
    get, path = "/api/viewings/{token}/calendar", tag = "Viewings", operation_id = "getOwnViewingCalendar",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The file (RFC 5545)", body = String, content_type = "text/calendar", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        LinkEnded, Refusals
    )
)]
async fn calendar(call: Call<OpenViewingRequest>, Link(token): Link) -> Result<Response, Problem> {
    let reply = call.send(OpenViewingRequest { token }).await?;
    Ok(calendar_file(present(reply.page)?.calendar, VIEWING_FILE))
}

/// A viewing as its viewer may see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewerPage {
    /// The name of the landlord's organisation.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub organisation_name: String,
    /// The home's address.
    pub property_address: String,
    /// The postcode.
    #[schema(example = "BS4 2AD")]
    pub property_postcode: String,
    /// The room; null for the whole home.
    #[schema(required)]
    pub room_number: Option<String>,
    /// The viewer's name.
    #[schema(example = "Noah Petrov")]
    pub viewer_name: String,
    /// The day.
    pub viewing_date: NaiveDate,
    /// The time at which it begins, on the clock of Europe/London.
    #[schema(example = "10:00", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub viewing_time: String,
    /// The same as an instant.
    pub starts_at: DateTime<Utc>,
    /// 30 minutes later.
    pub ends_at: DateTime<Utc>,
    /// The viewing's state.
    pub status: ViewingStatus,
    /// The last answer of the viewer; null for none.
    #[schema(required)]
    pub viewer_answer: Option<ViewerAnswer>,
    /// The day that was asked for; null for none.
    #[schema(required)]
    pub requested_date: Option<NaiveDate>,
    /// The time that was asked for; null for none.
    #[schema(required, example = "14:30", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub requested_time: Option<String>,
    /// The landlord's note to the viewer; null where there is none.
    #[schema(required, example = "Meet me at the side gate.")]
    pub note: Option<String>,
    /// The landlord's contact details; null while they are not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<viewings::ViewerPage> for ViewerPage {
    type Error = Problem;

    fn try_from(page: viewings::ViewerPage) -> Result<Self, Problem> {
        let status = ViewingStatus::from_number(page.status);
        Ok(Self {
            organisation_name: page.organisation_name,
            property_address: page.property_address,
            property_postcode: page.property_postcode,
            room_number: page.room_number,
            viewer_name: page.viewer_name,
            viewing_date: required(date(page.viewing_date)?, "viewing_date")?,
            viewing_time: required(time(page.viewing_time)?, "viewing_time")?,
            starts_at: required(instant(page.start_time)?, "start_time")?,
            ends_at: required(instant(page.end_time)?, "end_time")?,
            status: required(status, "status")?,
            viewer_answer: ViewerAnswer::from_number(page.viewer_answer),
            requested_date: date(page.requested_date)?,
            requested_time: time(page.requested_time)?,
            note: text(page.note),
            landlord: None,
        })
    }
}
