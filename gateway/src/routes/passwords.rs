//! Getting back into an account whose password was forgotten.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_core::SessionId;
use lintel_proto::identity::v1::{
    ChangePasswordRequest, RequestPasswordResetRequest, ResetPasswordRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    input::{FieldReader, JsonObject},
    model::{
        account::MessageReply,
        auth_bodies::ChangePasswordBody,
        bodies::{ForgotPasswordBody, ResetPasswordBody},
    },
    openapi::{IdempotencyKey, LinkInvalid, Refusals, SignedIn, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(forgot))
        .routes(routes!(reset))
        .routes(routes!(change))
}

/// Sends a link that sets a new password
///
/// Answers alike, and as fast, for an address that is unknown. The link is good for an hour.
#[utoipa::path(
    post, path = "/api/auth/forgot-password", tag = "Accounts", operation_id = "requestPasswordReset",
    params(IdempotencyKey), request_body = ForgotPasswordBody,
    responses(
        (status = 202, description = "Says nothing about the address", body = MessageReply),
        WithBody, Refusals
    )
)]
async fn forgot(
    call: Call<RequestPasswordResetRequest>,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let mut reader = FieldReader::new(&body);
    let message = RequestPasswordResetRequest {
        email: reader.text("email"),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    call.send(message).await?;
    let reply = MessageReply {
        message: "If an account has this address, an email with a link is on its way.",
    };
    Ok((StatusCode::ACCEPTED, Json(reply)))
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
    body: JsonObject,
) -> Result<Json<MessageReply>, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = ResetPasswordRequest {
        token: reader.text("token"),
        new_password: reader.text("newPassword"),
        request_id: reader.request_id(&headers),
        device_token: call
            .gateway()
            .cookies
            .device_token(&headers)
            .unwrap_or_default(),
    };
    reader.finish()?;
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
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Json<MessageReply>, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = ChangePasswordRequest {
        current_password: reader.text("currentPassword"),
        new_password: reader.text("newPassword"),
        confirm_password: reader.text("confirmPassword"),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
    // The event tells the other replicas; this one need not wait for it.
    for id in reply.ended_session_ids.iter().flat_map(|id| id.parse()) {
        call.gateway().sessions.end(SessionId::new(id));
    }
    Ok(Json(MessageReply {
        message: "Your password is changed. Everywhere else you are signed out.",
    }))
}
