//! Live updates as server-sent events.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use http::HeaderMap;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    front::viewer::Viewer,
    live::{self, ChangedData},
    rest::openapi::{Refusals, SessionOver},
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(watch))
}

/// Streams the changes in the caller's organisation as they happen
///
/// `event: changed` with `id: <event id>` and a [`ChangedData`] as `data`; a comment every 15 seconds; `event: resync`
/// where changes may have been missed. The stream ends with the token or the session. A session may have 6 streams open and an account
/// 24 (each replica of the gateway counts its own): one more closes the oldest, after `event: displaced`.
#[utoipa::path(
    get, path = "/api/events", tag = "Live", operation_id = "watchEvents",
    params(("Last-Event-ID" = Option<String>, Header, nullable = false, description = "The last id that was seen")),
    responses(
        (status = 200, description = "The stream", content_type = "text/event-stream", body = ChangedData),
        SessionOver, Refusals
    ),
    security(("bearer" = []), ("readCookie" = []))
)]
async fn watch(
    State(gateway): State<Gateway>,
    Viewer(verified): Viewer,
    headers: HeaderMap,
) -> Response {
    let last_seen = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok());
    live::stream(&gateway, &verified, last_seen).into_response()
}
