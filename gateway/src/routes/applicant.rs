//! An application by the private link of its applicant.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{
    AddOwnDocumentRequest, GetOwnApplicationRequest, ReadOwnDocumentRequest,
    RemoveOwnDocumentRequest, RenewOwnLinkRequest, WithdrawOwnApplicationRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    application_documents::{DocumentForm, NAMES, bytes, sent},
    applications::answer,
    link::{Link, LinkedDocument},
    reply::{present, row},
};
use crate::{
    Gateway,
    call::Call,
    front::held::Held,
    input::request_id,
    landlord_contact,
    model::{
        account::MessageReply,
        application::{Application, OwnApplication},
    },
    openapi::{
        DocumentRefused, DocumentSeen, IdempotencyKey, KeyRefused, LinkEnded,
        LinkedDocumentMissing, Refusals, TenancyInForce, UnknownLinkedDocument, Withdrawn,
    },
    patience::DOCUMENTS,
    problem::Problem,
    rest::Document,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read))
        .routes(routes!(withdraw))
        .routes(routes!(renew))
        .routes(routes!(add))
        .routes(routes!(content))
        .routes(routes!(remove))
}

/// The application of a private link, as its applicant may see it
#[utoipa::path(
    get, path = "/api/tenant-status/{token}", tag = "Applications", operation_id = "getOwnApplication",
    params(("token" = String, Path, description = "The link's token")),
    responses(
        (status = 200, description = "The application", body = OwnApplication, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        LinkEnded, Refusals
    )
)]
async fn read(
    call: Call<GetOwnApplicationRequest>,
    Link(token): Link,
) -> Result<Response, Problem> {
    let reply = call.send(GetOwnApplicationRequest { token }).await?;
    let application = present(reply.application)?;
    let version = application.version;
    let own = OwnApplication {
        application: application.try_into()?,
        landlord: landlord_contact::find(call.gateway(), reply.organisation_id).await,
    };
    Ok(row(StatusCode::OK, version, own))
}

/// Withdraws the application of a private link
///
/// Sets `withdrawnAt`; the status stays.
#[utoipa::path(
    post, path = "/api/tenant-status/{token}/withdraw", tag = "Applications",
    operation_id = "withdrawOwnApplication",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    responses(
        (status = 200, description = "The application as it is now", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        LinkEnded, TenancyInForce, KeyRefused, Refusals
    )
)]
async fn withdraw(
    call: Call<WithdrawOwnApplicationRequest>,
    Link(token): Link,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = WithdrawOwnApplicationRequest {
        token,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.application)
}

/// Mails the applicant a new private link in place of this one
///
/// At most three times an hour. This link is dead then.
#[utoipa::path(
    post, path = "/api/tenant-status/{token}/renew", tag = "Applications", operation_id = "renewOwnLink",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    responses(
        (status = 202, description = "The link is on its way", body = MessageReply),
        LinkEnded, Withdrawn, KeyRefused, Refusals
    )
)]
async fn renew(
    call: Call<RenewOwnLinkRequest>,
    Link(token): Link,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<MessageReply>), Problem> {
    let message = RenewOwnLinkRequest {
        token,
        request_id: request_id(&headers)?,
    };
    call.send(message).await?;
    Ok((StatusCode::ACCEPTED, Json(NEW_LINK)))
}

/// The text that is read when a new private link was mailed.
pub(super) const NEW_LINK: MessageReply = MessageReply {
    message: "A new link is on its way by email. The one before has stopped working.",
};

/// Adds a document to the application of a private link
///
/// As `POST /api/tenant-applications/{id}/documents`.
#[utoipa::path(
    post, path = "/api/tenant-status/{token}/documents", tag = "Applications", operation_id = "addOwnDocument",
    params(("token" = String, Path, description = "The link's token"), IdempotencyKey),
    request_body(content = DocumentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The document as it was stored", body = Document),
        LinkEnded, DocumentRefused, Refusals
    )
)]
async fn add(
    call: Call<AddOwnDocumentRequest>,
    Link(token): Link,
    headers: HeaderMap,
    body: Held,
) -> Result<(StatusCode, Json<Document>), Problem> {
    let request_id = request_id(&headers)?;
    let sent = sent(call.gateway(), &headers, &body).await?;
    let message = AddOwnDocumentRequest {
        token,
        document_type: sent.document_type,
        title: sent.title,
        content: sent.content,
        request_id,
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    let document = present(reply.document)?;
    Ok((StatusCode::CREATED, Json(document.try_into()?)))
}

/// The bytes of a document of a private link
///
/// Each reading is recorded.
#[utoipa::path(
    get, path = "/api/tenant-status/{token}/documents/{documentId}/content", tag = "Applications",
    operation_id = "readOwnDocument",
    params(
        ("token" = String, Path, description = "The link's token"),
        ("documentId" = i64, Path, description = "The document's id", minimum = 1)
    ),
    responses(
        (status = 200, description = "Its bytes", content(
            (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "application/pdf")
        ), headers(("Content-Disposition" = String, description = "Its name"))),
        LinkedDocumentMissing, Refusals
    )
)]
async fn content(
    call: Call<ReadOwnDocumentRequest>,
    Link(token): Link,
    LinkedDocument(document_id): LinkedDocument,
) -> Result<Response, Problem> {
    let message = ReadOwnDocumentRequest { token, document_id };
    let reply = call.send(message).await?;
    bytes(&reply.media_type, &reply.file_name, reply.content)
}

/// Takes a document of a private link back
///
/// Until the landlord has opened or judged it.
#[utoipa::path(
    delete, path = "/api/tenant-status/{token}/documents/{documentId}", tag = "Applications",
    operation_id = "removeOwnDocument",
    params(
        ("token" = String, Path, description = "The link's token"),
        ("documentId" = i64, Path, description = "The document's id", minimum = 1),
        IdempotencyKey
    ),
    responses(
        (status = 200, description = "The application as it is now", body = Application, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        UnknownLinkedDocument, DocumentSeen, KeyRefused, Refusals
    )
)]
async fn remove(
    call: Call<RemoveOwnDocumentRequest>,
    Link(token): Link,
    LinkedDocument(document_id): LinkedDocument,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = RemoveOwnDocumentRequest {
        token,
        document_id,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.application)
}
