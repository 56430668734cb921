//! Reports of the relay for mails and of the gateway for text messages. Each body is signed: `Lintel-Signature` is the
//! hexadecimal HMAC-SHA256 of its bytes.

use axum::body::Bytes;
use http::{HeaderMap, StatusCode};
use lintel_proto::notifications::v1::{ReportMailRequest, ReportSmsRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{
        input::request_id,
        openapi::{IdempotencyKey, Refusals, ReportRefused},
        problem::Problem,
    },
};

const SIGNATURE: &str = "lintel-signature";

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(mail))
        .routes(routes!(sms))
}

/// Takes a mail that came back (RFC 3464) or was complained about (RFC 5965)
#[utoipa::path(
    post, path = "/api/mail-reports", tag = "Notifications", operation_id = "reportMail",
    params(("Lintel-Signature" = String, Header, description = "HMAC-SHA256 of the body, in hexadecimal"), IdempotencyKey),
    request_body(content = String, content_type = "text/plain", description = "The message as the relay received it, byte for byte, at most 1 MiB"),
    responses((status = 204, description = "It is noted"), ReportRefused, Refusals)
)]
async fn mail(
    call: Call<ReportMailRequest>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    let message = ReportMailRequest {
        message: body.into(),
        signature: signature(&headers),
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes the receipt of a text message
#[utoipa::path(
    post, path = "/api/sms-receipts", tag = "Notifications", operation_id = "reportSms",
    params(("Lintel-Signature" = String, Header, description = "HMAC-SHA256 of the body, in hexadecimal"), IdempotencyKey),
    request_body(content = String, content_type = "application/json", description = "`{reference, state}`; state is delivered or failed"),
    responses((status = 204, description = "It is noted"), ReportRefused, Refusals)
)]
async fn sms(
    call: Call<ReportSmsRequest>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    let message = ReportSmsRequest {
        body: body.into(),
        signature: signature(&headers),
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The signature that was sent; empty for none, which fits no body.
fn signature(headers: &HeaderMap) -> String {
    let sent = headers.get(SIGNATURE).and_then(|value| value.to_str().ok());
    sent.unwrap_or_default().to_owned()
}
