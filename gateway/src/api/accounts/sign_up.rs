//! Making an account and proving its address.

use axum::{Json, response::Response};
use http::StatusCode;
use lintel_proto::identity::v1::{GetCurrentUserRequest, SignUpRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::accounts::account::{SignupReply, User},
    call::Call,
    rest::{
        SignupBody,
        input::Change,
        openapi::{Conflict, IdempotencyKey, Refusals, SignedIn, WithBody},
        problem::Problem,
        reply::{present, row},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(sign_up))
        .routes(routes!(me))
}

/// Makes an account
///
/// A landlord also gets an organisation of their own. A verification mail goes out. A repeat with the same key and body
/// gets the first answer.
#[utoipa::path(
    post, path = "/api/auth/signup", tag = "Accounts", operation_id = "signUp",
    params(IdempotencyKey), request_body = SignupBody,
    responses(
        (status = 201, description = "The account, not verified yet", body = SignupReply),
        Conflict, WithBody, Refusals
    )
)]
async fn sign_up(
    call: Call<SignUpRequest>,
    change: Change<SignupBody>,
) -> Result<(StatusCode, Json<SignupReply>), Problem> {
    let reply = call.send(change.request()).await?;
    let message = if reply.email_sent {
        "Account created. Please check your email to verify it."
    } else {
        "Account created. Please verify it with your code."
    };
    Ok((
        StatusCode::CREATED,
        Json(SignupReply {
            message: message.to_owned(),
            email_sent: reply.email_sent,
            verification_code: reply.verification_code,
        }),
    ))
}

/// The caller's own account
#[utoipa::path(
    get, path = "/api/auth/me", tag = "Accounts", operation_id = "getCurrentUser",
    responses(
        (status = 200, description = "The account", body = User, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn me(call: Call<GetCurrentUserRequest>) -> Result<Response, Problem> {
    let reply = call.send(GetCurrentUserRequest {}).await?;
    let user = present(reply.user)?;
    Ok(row(StatusCode::OK, user.version, User::try_from(user)?))
}
