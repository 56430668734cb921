//! Live updates as server-sent events.

use axum::{
    extract::{FromRequestParts, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, request::Parts};
use lintel_auth::{Audience, Verified};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    live::{self, ChangedData},
    openapi::{Refusals, SessionOver},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(watch))
}

/// Somebody who may watch: a bearer token, or the read cookie, which browsers send by themselves.
struct Watcher(Verified);

impl FromRequestParts<Gateway> for Watcher {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let address = gateway.addresses.of(&parts.headers, &parts.extensions);
        gateway
            .limits
            .check(parts.uri.path(), address)
            .map_err(Problem::too_many)?;
        let verified = match lintel_auth::bearer(&parts.headers) {
            Some(token) => gateway.sessions.verify(token, Audience::Lintel)?,
            None => {
                let token = gateway
                    .cookies
                    .read_token(&parts.headers)
                    .ok_or_else(|| Problem::of_status(StatusCode::UNAUTHORIZED))?;
                gateway.sessions.verify(&token, Audience::Read)?
            }
        };
        Ok(Self(verified))
    }
}

/// What changes in the caller's organisation, as it happens
///
/// `event: changed` with `id: <event id>` and a [`ChangedData`] as `data`; a comment every 15 seconds; `event: resync`
/// where changes may have been missed. The stream ends with the token or the session.
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
    Watcher(verified): Watcher,
    headers: HeaderMap,
) -> Response {
    let last_seen = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok());
    live::stream(&gateway, &verified, last_seen).into_response()
}
