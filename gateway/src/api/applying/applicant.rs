//! An application by the private link of its applicant.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{AddOwnDocumentRequest, GetOwnApplicationRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        accounts::account::MessageReply,
        applying::{
            applications::OwnApplication,
            documents::{DocumentForm, NAMES, sent},
        },
        landlord_contact,
    },
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        Document,
        input::request_id,
        link::Link,
        openapi::{DocumentRefused, IdempotencyKey, LinkEnded, Refusals},
        problem::Problem,
        reply::{present, row},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read))
        .routes(routes!(add))
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

/// The text that is read when a new private link was mailed.
pub(crate) const NEW_LINK: MessageReply = MessageReply {
    message: "A new link is on its way by email. The one before has stopped working.",
};

/// Adds a document to the application of a private link
///
/// The form is that of `POST /api/tenant-applications/{id}/documents`.
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
    body: LargeBody,
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
