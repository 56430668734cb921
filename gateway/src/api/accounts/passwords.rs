//! Getting back into an account whose password was forgotten.

use axum::Json;
use http::HeaderMap;
use lintel_core::SessionId;
use lintel_proto::identity::v1::{ChangePasswordRequest, ResetPasswordRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::accounts::account::MessageReply,
    call::Call,
    rest::{
        ChangePasswordBody, ResetPasswordBody,
        input::Change,
        openapi::{IdempotencyKey, LinkInvalid, Refusals, SignedIn, WithBody},
        problem::Problem,
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(reset))
        .routes(routes!(change))
}

/// Sets a new password by the token of a mailed link
///
/// Once: the link is spent with it, and every session of the account ends.
#[utoipa::path(
    post, path = "/api/auth/reset-password", tag = "Accounts", operation_id = "resetPassword",
    params(IdempotencyKey), request_body = ResetPasswordBody,
    responses(
        (status = 200, description = "The password is changed", body = MessageReply),
        LinkInvalid, WithBody, Refusals
    )
)]
async fn reset(
    call: Call<ResetPasswordRequest>,
    headers: HeaderMap,
    change: Change<ResetPasswordBody>,
) -> Result<Json<MessageReply>, Problem> {
    let cookies = &call.gateway().cookies;
    let message = ResetPasswordRequest {
        device_token: cookies.device_token(&headers).unwrap_or_default(),
        ..change.request()
    };
    call.send(message).await?;
    Ok(Json(MessageReply {
        message: "Your password is changed. You can log in now.",
    }))
}

/// Changes the caller's password
///
/// Every other session ends. In a session that had to change it first, a refresh gives a token that is good for all. A repeat with the
/// same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/auth/change-password", tag = "Accounts", operation_id = "changePassword",
    params(IdempotencyKey), request_body = ChangePasswordBody,
    responses(
        (status = 200, description = "The password is changed", body = MessageReply),
        WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn change(
    call: Call<ChangePasswordRequest>,
    change: Change<ChangePasswordBody>,
) -> Result<Json<MessageReply>, Problem> {
    let reply = call.send(change.request()).await?;
    // The other replicas learn it from the event; this one ends the sessions now.
    for id in reply.ended_session_ids.iter().flat_map(|id| id.parse()) {
        call.gateway().sessions.end(SessionId::new(id));
    }
    Ok(Json(MessageReply {
        message: "Your password is changed. Everywhere else you are signed out.",
    }))
}
