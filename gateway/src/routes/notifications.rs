//! The caller's notifications: what the bell shows.

use axum::Json;
use lintel_proto::notifications::v1::GetUnreadCountRequest;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    model::notification::UnreadCount,
    openapi::{Refusals, SignedIn},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(unread))
}

/// How many of the caller's notifications are unread
#[utoipa::path(
    get, path = "/api/notifications/unread-count", tag = "Notifications", operation_id = "countUnreadNotifications",
    responses((status = 200, description = "The number", body = UnreadCount), SignedIn, Refusals),
    security(("bearer" = []))
)]
async fn unread(call: Call<GetUnreadCountRequest>) -> Result<Json<UnreadCount>, Problem> {
    let reply = call.send(GetUnreadCountRequest {}).await?;
    Ok(Json(UnreadCount {
        unread: reply.unread,
    }))
}
