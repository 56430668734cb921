//! Making an account and proving its address.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use lintel_proto::identity::v1::{
    GetCurrentUserRequest, ResendVerificationRequest, SignUpRequest, VerifyEmailByCodeRequest,
    VerifyEmailRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reply::{present, row};
use crate::{
    Gateway,
    call::Call,
    input::{Change, Email, Password, fields},
    model::{
        account::{MessageReply, SignupReply, User},
        names::Role,
    },
    openapi::{Conflict, IdempotencyKey, LinkInvalid, Refusals, SignedIn, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(sign_up))
        .routes(routes!(me))
        .routes(routes!(verify_email))
        .routes(routes!(verify_by_code))
        .routes(routes!(resend))
}

fields! {
    /// What sign-up asks for.
    SignupBody for SignUpRequest {
        /// 1 to 200 characters; the last word is the last name.
        name: String { example: "Ada Lovelace", min_length: 1, max_length: 200 },
        /// The sign-in address; compared without case, stored as typed.
        email: Email { example: "ada@example.com" },
        /// At least 6 characters unless the operator asks for more, at most 128, and not one of the most common.
        password: Password { example: "correct horse battery", min_length: 6, max_length: 128 },
        /// The account type.
        role: Role,
    }
}

/// Makes an account
///
/// For a landlord also the organisation that it owns. A verification mail goes out. A repeat with the same key and body
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

fields! {
    /// A mailed link's token.
    VerifyEmailBody for VerifyEmailRequest {
        /// The token as the link has it.
        token: String,
    }
}

/// Verifies an address by the token of a mailed link
///
/// A link that already verified its account succeeds again until it expires.
#[utoipa::path(
    post, path = "/api/auth/verify-email", tag = "Accounts", operation_id = "verifyEmail",
    params(IdempotencyKey), request_body = VerifyEmailBody,
    responses(
        (status = 200, description = "The address is verified", body = MessageReply),
        LinkInvalid, WithBody, Refusals
    )
)]
async fn verify_email(
    call: Call<VerifyEmailRequest>,
    change: Change<VerifyEmailBody>,
) -> Result<Json<MessageReply>, Problem> {
    call.send(change.request()).await?;
    Ok(Json(VERIFIED))
}

fields! {
    /// A mailed code.
    VerifyCodeBody for VerifyEmailByCodeRequest {
        /// Eight characters; case, spaces and the dash do not matter.
        code: String { example: "7K3M-9QTX" },
    }
}

fields! {
    /// Whose mail to send again.
    ResendBody for ResendVerificationRequest {
        /// The sign-in address.
        email: Email { example: "ada@example.com" },
    }
}

/// Verifies an address by the code of a mail
#[utoipa::path(
    post, path = "/api/auth/verify-manual", tag = "Accounts", operation_id = "verifyEmailByCode",
    params(IdempotencyKey), request_body = VerifyCodeBody,
    responses(
        (status = 200, description = "The address is verified", body = MessageReply),
        LinkInvalid, WithBody, Refusals
    )
)]
async fn verify_by_code(
    call: Call<VerifyEmailByCodeRequest>,
    change: Change<VerifyCodeBody>,
) -> Result<Json<MessageReply>, Problem> {
    call.send(change.request()).await?;
    Ok(Json(VERIFIED))
}

const VERIFIED: MessageReply = MessageReply {
    message: "Your email address is verified. You can log in now.",
};

/// Sends a new verification mail
///
/// Answers alike, and as fast, for an address that is unknown or verified.
#[utoipa::path(
    post, path = "/api/auth/resend-verification", tag = "Accounts", operation_id = "resendVerification",
    params(IdempotencyKey), request_body = ResendBody,
    responses(
        (status = 202, description = "Says nothing about the address", body = MessageReply),
        WithBody, Refusals
    )
)]
async fn resend(
    call: Call<ResendVerificationRequest>,
    change: Change<ResendBody>,
) -> Result<Response, Problem> {
    call.send(change.request()).await?;
    let reply = MessageReply {
        message: "If this address belongs to an account that is not verified, a new email is on its way.",
    };
    Ok((StatusCode::ACCEPTED, Json(reply)).into_response())
}
