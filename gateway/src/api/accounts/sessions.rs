//! The sessions of the caller.

use axum::{
    Json,
    extract::Path,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode};
use lintel_core::SessionId;
use lintel_proto::identity::v1::{EndOtherSessionsRequest, EndSessionRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        input::request_id,
        openapi::{IdempotencyKey, KeyRefused, NoSuchSession, Refusals, SignedIn},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(end))
        .routes(routes!(end_others))
}

/// Ends one of the caller's sessions, at once and everywhere
///
/// Ending a session that is over already is no error. A repeat with the same key gets the first answer.
#[utoipa::path(
    delete, path = "/api/sessions/{id}", tag = "Session", operation_id = "endSession",
    params(("id" = String, Path, description = "The session's id, a UUID"), IdempotencyKey),
    responses(
        (status = 204, description = "It is over"),
        NoSuchSession, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn end(
    call: Call<EndSessionRequest>,
    id: Result<Path<String>, axum::extract::rejection::PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = EndSessionRequest {
        // An id that is not text matches no session; the service says so.
        session_id: id.map(|Path(id)| id).unwrap_or_default(),
        request_id: request_id(&headers)?,
    };
    let id = message.session_id.clone();
    call.send(message).await?;
    forget(call.gateway(), [id.as_str()]);
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Ends every session of the caller but the one that asks
#[utoipa::path(
    post, path = "/api/sessions/end-others", tag = "Session", operation_id = "endOtherSessions",
    params(IdempotencyKey),
    responses(
        (status = 200, description = "They are over", body = EndedSessions),
        KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn end_others(
    call: Call<EndOtherSessionsRequest>,
    headers: HeaderMap,
) -> Result<Json<EndedSessions>, Problem> {
    let message = EndOtherSessionsRequest {
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    forget(call.gateway(), reply.session_ids.iter().map(String::as_str));
    Ok(Json(EndedSessions {
        ended: reply.session_ids.len(),
    }))
}

/// The other replicas learn it from the event; this one ends the sessions now.
fn forget<'a>(gateway: &Gateway, ended: impl IntoIterator<Item = &'a str>) {
    for id in ended.into_iter().flat_map(str::parse) {
        gateway.sessions.end(SessionId::new(id));
    }
}

/// The result of ending all other sessions.
#[derive(Debug, Serialize, ToSchema)]
pub struct EndedSessions {
    /// The number of sessions that were ended.
    #[schema(example = 2)]
    pub ended: usize,
}
