//! The caller's second factor.

use axum::Json;
use lintel_proto::identity::v1::{
    ConfirmSecondFactorRequest, DisableSecondFactorRequest, EnrolSecondFactorRequest,
    GetSecondFactorRequest, RenewRecoveryCodesRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    input::{FieldReader, JsonObject},
    model::{
        account::MessageReply,
        auth_bodies::{CodeBody, PasswordAndCodeBody, PasswordBody},
        second_factor::{Enrolment, RecoveryCodes, SecondFactor},
    },
    openapi::{FactorState, Refusals, SignedIn, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read))
        .routes(routes!(enrol))
        .routes(routes!(confirm))
        .routes(routes!(renew))
        .routes(routes!(disable))
}

/// Whether codes are asked for when the caller signs in
#[utoipa::path(
    get, path = "/api/two-factor", tag = "Session", operation_id = "getSecondFactor",
    responses(
        (status = 200, description = "How it stands", body = SecondFactor),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(call: Call<GetSecondFactorRequest>) -> Result<Json<SecondFactor>, Problem> {
    let reply = call.send(GetSecondFactorRequest {}).await?;
    Ok(Json(SecondFactor::try_from(reply)?))
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
    body: JsonObject,
) -> Result<Json<Enrolment>, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = EnrolSecondFactorRequest {
        password: reader.text("password"),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
    Ok(Json(reply.into()))
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
    body: JsonObject,
) -> Result<Json<RecoveryCodes>, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = ConfirmSecondFactorRequest {
        code: reader.text("code"),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
    Ok(Json(RecoveryCodes {
        recovery_codes: reply.recovery_codes,
    }))
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
    body: JsonObject,
) -> Result<Json<RecoveryCodes>, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = RenewRecoveryCodesRequest {
        password: reader.text("password"),
        code: reader.text("code"),
    };
    reader.finish()?;
    let reply = call.send(message).await?;
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
    body: JsonObject,
) -> Result<Json<MessageReply>, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = DisableSecondFactorRequest {
        password: reader.text("password"),
        code: reader.text("code"),
    };
    reader.finish()?;
    call.send(message).await?;
    Ok(Json(MessageReply {
        message: "Two-factor authentication is off.",
    }))
}
