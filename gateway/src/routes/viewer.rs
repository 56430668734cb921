//! A viewing by the private link of its viewer.

use axum::{Json, response::Response};
use lintel_proto::viewings::v1::{self as viewings, AnswerViewingRequest, OpenViewingRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    link::Link,
    reply::present,
    viewings::{VIEWING_FILE, calendar_file},
};
use crate::{
    Gateway,
    call::Call,
    input::Change,
    landlord_contact,
    model::viewing::ViewerPage,
    openapi::{IdempotencyKey, LinkEnded, Refusals, ViewingTransition, WithBody},
    problem::Problem,
    rest::ViewerAnswerBody,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
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
