//! Documents of applications, for landlords and for the accounts of applicants.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::tenancy::v1::{AddDocumentRequest, IssueDocumentTicketRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{files::boundary, ids::ApplicationId, link::DocumentPath, reply::present};
use crate::{
    Gateway,
    call::Call,
    front::held::Held,
    input::request_id,
    model::names::DocumentType,
    openapi::{
        DocumentRefused, IdempotencyKey, NoSuchApplication, NoSuchDocument, Refusals, SignedIn,
    },
    patience::DOCUMENTS,
    problem::Problem,
    rest::Document,
    uploads::SentDocument,
};

/// The policy of a document in a browser: it may load and run nothing (security-reliability T24).
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
/// Fields whose names differ from the contract's.
pub(super) const NAMES: [(&str, &str); 1] = [("content", "file")];

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(add))
        .routes(routes!(ticket))
}

/// A form with a document.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::document reads it")]
pub(super) struct DocumentForm {
    /// A photo or a PDF of at most 10 MB. Its name is not looked at.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
    /// What it is.
    r#type: DocumentType,
    /// Its title, up to 100 characters; the type's where absent.
    #[schema(nullable = false)]
    title: Option<String>,
}

/// Reads the form of a document.
pub(super) async fn sent(
    gateway: &Gateway,
    headers: &HeaderMap,
    body: &Held,
) -> Result<SentDocument, Problem> {
    gateway.uploads.document(form(headers)?, body).await
}

/// The boundary of a form, for a body that has to be one.
pub(super) fn form(headers: &HeaderMap) -> Result<String, Problem> {
    boundary(headers).ok_or_else(|| {
        Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "MEDIA_TYPE_UNSUPPORTED",
            "Send a form with the header Content-Type: multipart/form-data.",
        )
    })
}

/// A name of letters, digits and blanks for a file, whatever a person called it.
pub(crate) fn plain(name: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
    let name: String = name.chars().filter(is_plain).take(100).collect();
    match name.trim() {
        "" => "document".to_owned(),
        name => name.to_owned(),
    }
}

/// The bytes of a document: photos and PDFs to look at, anything else to keep.
pub(crate) fn bytes(
    media_type: &str,
    file_name: &str,
    content: Vec<u8>,
) -> Result<Response, Problem> {
    let (kind, shown) = match media_type {
        "image/jpeg" => ("image/jpeg", true),
        "image/png" => ("image/png", true),
        "application/pdf" => ("application/pdf", true),
        "application/json" => ("application/json", false),
        "text/csv" => ("text/csv; charset=utf-8", false),
        _ => ("application/octet-stream", false),
    };
    let name = plain(file_name);
    let way = if shown { "inline" } else { "attachment" };
    let disposition = HeaderValue::try_from(format!("{way}; filename=\"{name}\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (
            header::CONTENT_DISPOSITION,
            disposition.map_err(Problem::internal)?,
        ),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
    ];
    Ok((headers, content).into_response())
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
    body: Held,
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

/// Where a file is for a moment.
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
/// For the browser of the signed-in caller, which sends no header with an address that it opens. The ticket and the reading are recorded.
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
