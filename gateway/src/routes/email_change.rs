//! Changing the address that somebody signs in with.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::identity::v1::{ConfirmEmailChangeRequest, RequestEmailChangeRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    input::{FieldReader, JsonObject},
    model::{account::MessageReply, auth_bodies::ChangeEmailBody, bodies::VerifyEmailBody},
    openapi::{AddressTaken, IdempotencyKey, LinkInvalid, MailOff, Refusals, SignedIn, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(change))
        .routes(routes!(confirm))
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
    headers: HeaderMap,
    body: JsonObject,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let mut reader = FieldReader::new(&body);
    let message = RequestEmailChangeRequest {
        email: reader.text("email"),
        password: reader.text("password"),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    call.send(message).await?;
    let reply = MessageReply {
        message: "An email with a link is on its way to the new address. Until you follow it, the address you have counts.",
    };
    Ok((StatusCode::ACCEPTED, Json(reply)))
}

/// Makes the address of a mailed link the one to sign in with
///
/// Once. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/auth/confirm-email", tag = "Accounts", operation_id = "confirmEmailChange",
    params(IdempotencyKey), request_body = VerifyEmailBody,
    responses(
        (status = 200, description = "The address counts from now on", body = MessageReply),
        LinkInvalid, AddressTaken, WithBody, Refusals
    )
)]
async fn confirm(
    call: Call<ConfirmEmailChangeRequest>,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Json<MessageReply>, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = ConfirmEmailChangeRequest {
        token: reader.text("token"),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    call.send(message).await?;
    Ok(Json(MessageReply {
        message: "Your new email address is confirmed. Sign in with it from now on.",
    }))
}
