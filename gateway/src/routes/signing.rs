//! Agreements by the private links of their signers.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{
    DeclineAgreementByLinkRequest, OpenAgreementRequest, ReadAgreementRequest,
    RenewAgreementLinkRequest, SignAgreementByLinkRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    agreements::{AgreementDeclineBody, SignatureBody, answer},
    application_documents::bytes,
    link::Link,
};
use crate::{
    Gateway,
    call::Call,
    input::{Change, request_id},
    landlord_contact,
    model::{
        account::MessageReply,
        agreement::{Agreement, OpenAgreement},
    },
    openapi::{IdempotencyKey, KeyRefused, LinkEnded, Refusals, SigningRefused, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(open))
        .routes(routes!(document))
        .routes(routes!(sign))
        .routes(routes!(decline))
        .routes(routes!(renew))
}

/// What is to be signed
///
/// Opening is kept as evidence.
#[utoipa::path(
    get, path = "/api/agreements/{token}", tag = "Agreements", operation_id = "openAgreement",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The agreement", body = OpenAgreement),
        LinkEnded, Refusals
    )
)]
async fn open(
    call: Call<OpenAgreementRequest>,
    Link(token): Link,
) -> Result<Json<OpenAgreement>, Problem> {
    let reply = call.send(OpenAgreementRequest { token }).await?;
    let landlord = landlord_contact::find(call.gateway(), reply.organisation_id).await;
    Ok(Json(OpenAgreement {
        landlord,
        ..reply.try_into()?
    }))
}

/// The document that is to be signed, or with its certificate once all have signed
#[utoipa::path(
    get, path = "/api/agreements/{token}/document", tag = "Agreements", operation_id = "readAgreement",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "Its bytes", body = Vec<u8>, content_type = "application/pdf", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        LinkEnded, Refusals
    )
)]
async fn document(
    call: Call<ReadAgreementRequest>,
    Link(token): Link,
) -> Result<Response, Problem> {
    let reply = call.send(ReadAgreementRequest { token }).await?;
    bytes("application/pdf", &reply.file_name, reply.content)
}

/// Signs as the signer whose link it is
///
/// A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/agreements/{token}/sign", tag = "Agreements", operation_id = "signAgreementByLink",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = SignatureBody,
    responses(
        (status = 200, description = "The agreement as it is now", body = Agreement, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        LinkEnded, SigningRefused, WithBody, Refusals
    )
)]
async fn sign(
    call: Call<SignAgreementByLinkRequest>,
    Link(token): Link,
    change: Change<SignatureBody>,
) -> Result<Response, Problem> {
    let message = SignAgreementByLinkRequest {
        token,
        signature: Some(change.message.signature.unwrap_or_default()),
        request_id: change.request_id,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.agreement)
}

/// Declines as the signer whose link it is
#[utoipa::path(
    post, path = "/api/agreements/{token}/decline", tag = "Agreements", operation_id = "declineAgreementByLink",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body = AgreementDeclineBody,
    responses(
        (status = 200, description = "It is noted", body = MessageReply),
        LinkEnded, SigningRefused, WithBody, Refusals
    )
)]
async fn decline(
    call: Call<DeclineAgreementByLinkRequest>,
    Link(token): Link,
    change: Change<AgreementDeclineBody>,
) -> Result<Json<MessageReply>, Problem> {
    let message = DeclineAgreementByLinkRequest {
        token,
        reason: change.message.reason,
        request_id: change.request_id,
    };
    call.send(message).await?;
    Ok(Json(MessageReply {
        message: "Thank you for letting us know. We have told the landlord.",
    }))
}

/// Mails the signer a new private link in place of this one
///
/// Also of a link that has expired. At most three times an hour. This link is dead then.
#[utoipa::path(
    post, path = "/api/agreements/{token}/renew", tag = "Agreements", operation_id = "renewAgreementLink",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    responses(
        (status = 202, description = "The link is on its way", body = MessageReply),
        LinkEnded, KeyRefused, Refusals
    )
)]
async fn renew(
    call: Call<RenewAgreementLinkRequest>,
    Link(token): Link,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let message = RenewAgreementLinkRequest {
        token,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    let reply = MessageReply {
        message: "A new link is on its way by email.",
    };
    Ok((StatusCode::ACCEPTED, Json(reply)))
}
