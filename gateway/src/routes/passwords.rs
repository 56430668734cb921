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
    input::{Change, Email, Password, fields},
    model::account::MessageReply,
    openapi::{IdempotencyKey, LinkInvalid, Refusals, SignedIn, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(forgot))
        .routes(routes!(reset))
        .routes(routes!(change))
}

fields! {
    /// Whose password was forgotten.
    ForgotPasswordBody for RequestPasswordResetRequest {
        /// The sign-in address.
        email: Email { example: "ada@example.com" },
    }
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
    change: Change<ForgotPasswordBody>,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    call.send(change.request()).await?;
    let reply = MessageReply {
        message: "If an account has this address, an email with a link is on its way.",
    };
    Ok((StatusCode::ACCEPTED, Json(reply)))
}

fields! {
    /// A mailed link's token and the new password.
    ResetPasswordBody for ResetPasswordRequest {
        /// The token as the link has it.
        token: String,
        /// At least 6 characters unless the operator asks for more, at most 128, and not one of the most common.
        new_password: Password { max_length: 128 },
    }
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

fields! {
    /// The password until now and the new one.
    ChangePasswordBody for ChangePasswordRequest {
        /// The password until now.
        current_password: Password,
        /// At least 6 characters unless the operator asks for more, at most 128, and not one of the most common.
        new_password: Password { max_length: 128 },
        /// The new password once more; not compared where it is absent.
        confirm_password: Option<Password>,
    }
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
