//! The caller's second factor.

use axum::Json;
use lintel_proto::identity::v1::{
    ConfirmSecondFactorRequest, DisableSecondFactorRequest, EnrolSecondFactorRequest,
    RenewRecoveryCodesRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    input::{Body, Password, fields},
    model::{
        account::MessageReply,
        second_factor::{Enrolment, RecoveryCodes},
    },
    openapi::{FactorState, Refusals, SignedIn, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(enrol))
        .routes(routes!(confirm))
        .routes(routes!(renew))
        .routes(routes!(disable))
}

fields! {
    /// The caller's password once more.
    PasswordBody for EnrolSecondFactorRequest {
        /// The password.
        password: Password,
    }
}

/// Makes a secret for an authenticator app
///
/// Nothing is asked for at sign-in before a first code confirms it, within an hour. An Idempotency-Key is ignored: the reply holds secrets.
#[utoipa::path(
    post, path = "/api/two-factor/enrol", tag = "Session", operation_id = "enrolSecondFactor",
    request_body = PasswordBody,
    responses(
        (status = 200, description = "What the app is given", body = Enrolment),
        FactorState, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn enrol(
    call: Call<EnrolSecondFactorRequest>,
    body: Body<PasswordBody>,
) -> Result<Json<Enrolment>, Problem> {
    let reply = call.send(body.message).await?;
    Ok(Json(reply.into()))
}

fields! {
    /// A first code of an app.
    CodeBody for ConfirmSecondFactorRequest {
        /// Six digits.
        code: String { example: "123456" },
    }
}

/// Turns the second factor on by a first code
///
/// Answers ten recovery codes, this once. An Idempotency-Key is ignored: the reply holds secrets.
#[utoipa::path(
    post, path = "/api/two-factor/confirm", tag = "Session", operation_id = "confirmSecondFactor",
    request_body = CodeBody,
    responses(
        (status = 200, description = "The recovery codes", body = RecoveryCodes),
        FactorState, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn confirm(
    call: Call<ConfirmSecondFactorRequest>,
    body: Body<CodeBody>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let reply = call.send(body.message).await?;
    Ok(Json(RecoveryCodes {
        recovery_codes: reply.recovery_codes,
    }))
}

fields! {
    /// Password and code.
    PasswordAndCodeBody for RenewRecoveryCodesRequest {
        /// The password.
        password: Password,
        /// Six digits of the app, or a recovery code.
        code: String { example: "123456" },
    }
}

/// Makes ten new recovery codes
///
/// Older ones are void. An Idempotency-Key is ignored: the reply holds secrets.
#[utoipa::path(
    post, path = "/api/two-factor/recovery-codes", tag = "Session", operation_id = "renewRecoveryCodes",
    request_body = PasswordAndCodeBody,
    responses(
        (status = 200, description = "The recovery codes", body = RecoveryCodes),
        FactorState, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn renew(
    call: Call<RenewRecoveryCodesRequest>,
    body: Body<PasswordAndCodeBody>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let reply = call.send(body.message).await?;
    Ok(Json(RecoveryCodes {
        recovery_codes: reply.recovery_codes,
    }))
}

/// Turns the second factor off
///
/// By password and code. An Idempotency-Key is ignored: the code counts once.
#[utoipa::path(
    post, path = "/api/two-factor/disable", tag = "Session", operation_id = "disableSecondFactor",
    request_body = PasswordAndCodeBody,
    responses(
        (status = 200, description = "It is off", body = MessageReply),
        FactorState, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn disable(
    call: Call<DisableSecondFactorRequest>,
    body: Body<PasswordAndCodeBody>,
) -> Result<Json<MessageReply>, Problem> {
    let RenewRecoveryCodesRequest { password, code } = body.message;
    let message = DisableSecondFactorRequest { password, code };
    call.send(message).await?;
    Ok(Json(MessageReply {
        message: "Two-factor authentication is off.",
    }))
}
