//! Applications: a landlord's organisation's, or a tenant account's own.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{ListOpenHomesRequest, SendStatusLinkRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{applicant::NEW_LINK, ids::ApplicationId};
use crate::{
    Gateway,
    call::Call,
    input::request_id,
    model::{
        account::MessageReply,
        invite::{OpenHome, open_homes},
    },
    openapi::{IdempotencyKey, KeyRefused, NoLinkToSend, NoSuchApplication, Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(homes))
        .routes(routes!(send_link))
}

/// The homes that this account may apply for
///
/// Those with a vacancy, of organisations that have invited its verified address or hold an application under it. `isInvited` marks
/// what it was invited to last.
#[utoipa::path(
    get, path = "/api/tenant-applications/homes", tag = "Applications", operation_id = "listOpenHomes",
    responses(
        (status = 200, description = "The homes", body = [OpenHome]),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn homes(call: Call<ListOpenHomesRequest>) -> Result<Json<Vec<OpenHome>>, Problem> {
    let reply = call.send(ListOpenHomesRequest {}).await?;
    let invited = (reply.invited_property_id, reply.invited_room_id);
    Ok(Json(open_homes(reply.homes, invited)?))
}

/// Mails the applicant a new private link to the application
///
/// At most three times an hour. The link before is dead then.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/status-link", tag = "Applications", operation_id = "sendStatusLink",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 202, description = "The link is on its way", body = MessageReply),
        NoSuchApplication, NoLinkToSend, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn send_link(
    call: Call<SendStatusLinkRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let message = SendStatusLinkRequest {
        application_id,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok((StatusCode::ACCEPTED, Json(NEW_LINK)))
}
