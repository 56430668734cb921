//! Documents of applications, for landlords and for the accounts of applicants.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{AddDocumentRequest, IssueDocumentTicketRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::names::DocumentType,
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        Document,
        ids::ApplicationId,
        input::request_id,
        link::DocumentPath,
        openapi::{
            DocumentRefused, IdempotencyKey, NoSuchApplication, NoSuchDocument, Refusals, SignedIn,
        },
        problem::Problem,
        reply::present,
    },
    uploads::{SentDocument, form},
};

/// Fields whose names differ from the contract's.
pub(crate) const NAMES: [(&str, &str); 1] = [("content", "file")];

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(add))
        .routes(routes!(ticket))
}

/// A form with a document.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::document reads it")]
pub(crate) struct DocumentForm {
    /// A photo or a PDF of at most 10 MB. Its name is not looked at.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
    /// The kind of document.
    r#type: DocumentType,
    /// Its title, up to 100 characters; the type's where absent.
    #[schema(nullable = false)]
    title: Option<String>,
}

/// Reads the form of a document.
pub(crate) async fn sent(
    gateway: &Gateway,
    headers: &HeaderMap,
    body: &LargeBody,
) -> Result<SentDocument, Problem> {
    gateway
        .uploads
        .document(form::boundary(headers)?, body)
        .await
}

/// Adds a document to an application
///
/// A photo or a PDF by content, up to 10 MB. Photos are written anew without what they do not show. A repeat with the same key and
/// form gets the first answer.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/documents", tag = "Applications", operation_id = "addDocument",
    params(("id" = i64, Path, description = "The application's id", minimum = 1), IdempotencyKey),
    request_body(content = DocumentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The document as it was stored", body = Document),
        NoSuchApplication, DocumentRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn add(
    call: Call<AddDocumentRequest>,
    ApplicationId(application_id): ApplicationId,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<(StatusCode, Json<Document>), Problem> {
    call.check_upload()?;
    let request_id = request_id(&headers)?;
    let sent = sent(call.gateway(), &headers, &body).await?;
    let message = AddDocumentRequest {
        application_id,
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

/// The address of a file for a moment.
#[derive(Debug, Serialize, ToSchema)]
struct FileTicket {
    /// Its address, for this caller alone: once, within 60 seconds.
    #[schema(
        example = "/api/files/0192f0c4-7d3e-4aaa-8bbb-0123456789ab?ticket=ZnJvbSBhIHNlY3JldA"
    )]
    url: String,
}

/// An address at which the caller reads a document once, within 60 seconds
///
/// It is for the browser of the signed-in caller, which sends no header with an address that it opens. The ticket and
/// the reading are recorded.
#[utoipa::path(
    post, path = "/api/tenant-applications/{id}/documents/{documentId}/ticket", tag = "Applications",
    operation_id = "issueDocumentTicket",
    params(
        ("id" = i64, Path, description = "The application's id", minimum = 1),
        ("documentId" = i64, Path, description = "The document's id", minimum = 1)
    ),
    responses(
        (status = 201, description = "The address", body = FileTicket),
        NoSuchDocument, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn ticket(
    call: Call<IssueDocumentTicketRequest>,
    path: DocumentPath,
) -> Result<(StatusCode, Json<FileTicket>), Problem> {
    let message = IssueDocumentTicketRequest {
        application_id: path.application,
        document_id: path.document,
    };
    let issued = call.send(message).await?;
    let url = format!("/api/files/{}?ticket={}", issued.file_id, issued.ticket);
    Ok((StatusCode::CREATED, Json(FileTicket { url })))
}
