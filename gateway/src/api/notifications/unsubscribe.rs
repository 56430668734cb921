//! Stopping mails from the mail itself (RFC 8058), without signing in.

use axum::Json;
use http::HeaderMap;
use lintel_proto::notifications::v1::{OpenUnsubscribeRequest, UnsubscribeRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        input::request_id,
        link::Link,
        openapi::{IdempotencyKey, KeyRefused, LinkInvalid, Refusals},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read, stop))
}

/// The messages that a mail's link stops.
#[derive(Debug, Serialize, ToSchema)]
struct Stopped {
    /// The setting as its screen calls it.
    #[schema(example = "Maintenance alerts")]
    setting: String,
}

/// Shows the messages that the link of a mail would stop
#[utoipa::path(
    get, path = "/api/unsubscribe/{token}", tag = "Notifications", operation_id = "openUnsubscribe",
    params(("token" = String, Path, description = "The link's token")),
    responses((status = 200, description = "The setting", body = Stopped), LinkInvalid, Refusals)
)]
async fn read(
    call: Call<OpenUnsubscribeRequest>,
    Link(token): Link,
) -> Result<Json<Stopped>, Problem> {
    let reply = call.send(OpenUnsubscribeRequest { token }).await?;
    Ok(Json(Stopped {
        setting: reply.setting,
    }))
}

/// Stops the mails that a link names
///
/// Mail programs post `List-Unsubscribe=One-Click` as a form here (RFC 8058); the body does not count. Doing so again changes nothing.
#[utoipa::path(
    post, path = "/api/unsubscribe/{token}", tag = "Notifications", operation_id = "unsubscribe",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    responses((status = 200, description = "The setting that is off now", body = Stopped), LinkInvalid, KeyRefused, Refusals)
)]
async fn stop(
    call: Call<UnsubscribeRequest>,
    Link(token): Link,
    headers: HeaderMap,
) -> Result<Json<Stopped>, Problem> {
    let message = UnsubscribeRequest {
        token,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    Ok(Json(Stopped {
        setting: reply.setting,
    }))
}
