//! Changing the address that somebody signs in with.

use axum::Json;
use http::StatusCode;
use lintel_proto::identity::v1::{ConfirmEmailChangeRequest, RequestEmailChangeRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    input::{Change, Email, Password, fields},
    model::account::MessageReply,
    openapi::{AddressTaken, IdempotencyKey, LinkInvalid, MailOff, Refusals, SignedIn, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(change))
        .routes(routes!(confirm))
}

fields! {
    /// The address to sign in with.
    ChangeEmailBody for RequestEmailChangeRequest {
        /// The new address.
        email: Email { example: "ada@example.org" },
        /// The caller's password.
        password: Password,
    }
}

/// Sends a link to the address that the caller wants to sign in with
///
/// The one until now counts until the link is followed, within 24 hours, and gets word. An address that somebody else has gets no
/// link, and the answer does not tell.
#[utoipa::path(
    post, path = "/api/auth/change-email", tag = "Accounts", operation_id = "requestEmailChange",
    params(IdempotencyKey), request_body = ChangeEmailBody,
    responses(
        (status = 202, description = "Says nothing about the address", body = MessageReply),
        MailOff, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn change(
    call: Call<RequestEmailChangeRequest>,
    change: Change<ChangeEmailBody>,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    call.send(change.request()).await?;
    let reply = MessageReply {
        message: "An email with a link is on its way to the new address. Until you follow it, the address you have counts.",
    };
    Ok((StatusCode::ACCEPTED, Json(reply)))
}

fields! {
    /// The token of a link to a new address.
    ConfirmEmailBody for ConfirmEmailChangeRequest {
        /// The token as the link has it.
        token: String,
    }
}

/// Makes the address of a mailed link the one to sign in with
///
/// Once. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/auth/confirm-email", tag = "Accounts", operation_id = "confirmEmailChange",
    params(IdempotencyKey), request_body = ConfirmEmailBody,
    responses(
        (status = 200, description = "The address counts from now on", body = MessageReply),
        LinkInvalid, AddressTaken, WithBody, Refusals
    )
)]
async fn confirm(
    call: Call<ConfirmEmailChangeRequest>,
    change: Change<ConfirmEmailBody>,
) -> Result<Json<MessageReply>, Problem> {
    call.send(change.request()).await?;
    Ok(Json(MessageReply {
        message: "Your new email address is confirmed. Sign in with it from now on.",
    }))
}
