//! The caller's notifications: what the bell shows.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::notifications::v1::{
    GetUnreadCountRequest, GetWaysRequest, ListNotificationsRequest,
    MarkAllNotificationsReadRequest, MarkNotificationReadRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{ids::NotificationId, pages, reply::rows};
use crate::{
    Gateway,
    call::Call,
    input::{PageParams, Query, request_id},
    model::notification::{Notification, NotificationWays, UnreadCount},
    openapi::{BadQuery, IdempotencyKey, KeyRefused, NoSuchNotification, Refusals, SignedIn},
    problem::Problem,
};

/// Where the list is.
const LIST: &str = "/api/notifications";

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list))
        .routes(routes!(unread))
        .routes(routes!(read))
        .routes(routes!(read_all))
        .routes(routes!(ways))
}

/// The caller's notifications, the newest first
///
/// They are kept for 90 days.
#[utoipa::path(
    get, path = "/api/notifications", tag = "Notifications", operation_id = "listNotifications",
    params(PageParams),
    responses(
        (status = 200, description = "The notifications", body = [Notification], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListNotificationsRequest>,
    page: Query<PageParams>,
) -> Result<Response, Problem> {
    pages::answer(LIST, page.message, async |page_size, page_token| {
        let message = ListNotificationsRequest {
            page_size,
            page_token,
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, Notification>(reply.notifications)?,
            reply.next_page_token,
        ))
    })
    .await
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

/// Notes that the caller has read a notification
#[utoipa::path(
    post, path = "/api/notifications/{id}/read", tag = "Notifications", operation_id = "readNotification",
    params(("id" = i64, Path, description = "The notification's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 204, description = "It is read"),
        NoSuchNotification, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<MarkNotificationReadRequest>,
    NotificationId(notification_id): NotificationId,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let message = MarkNotificationReadRequest {
        notification_id,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Notes that the caller has read all notifications that there are
#[utoipa::path(
    post, path = "/api/notifications/read-all", tag = "Notifications", operation_id = "readAllNotifications",
    params(IdempotencyKey),
    responses((status = 204, description = "All are read"), KeyRefused, SignedIn, Refusals),
    security(("bearer" = []))
)]
async fn read_all(
    call: Call<MarkAllNotificationsReadRequest>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let message = MarkAllNotificationsReadRequest {
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// By which ways this installation can reach the caller
#[utoipa::path(
    get, path = "/api/notification-ways", tag = "Notifications", operation_id = "listNotificationWays",
    responses((status = 200, description = "The ways", body = NotificationWays), SignedIn, Refusals),
    security(("bearer" = []))
)]
async fn ways(call: Call<GetWaysRequest>) -> Result<Json<NotificationWays>, Problem> {
    let reply = call.send(GetWaysRequest {}).await?;
    Ok(Json(reply.try_into()?))
}
