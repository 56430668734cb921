//! Photos and invoices of maintenance requests.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::maintenance::v1::{AddAttachmentRequest, RemoveAttachmentRequest};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        applying::documents::NAMES,
        maintenance::{request::MaintenanceRequest, requests::answer},
        names::AttachmentKind,
    },
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        Attachment,
        ids::MaintenanceRequestId,
        input::request_id,
        link::AttachmentPath,
        openapi::{
            AttachmentRefused, IdempotencyKey, KeyRefused, NoSuchAttachment, NoSuchRequest,
            Refusals, SignedIn,
        },
        problem::Problem,
        reply::present,
    },
    uploads::form,
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(add))
        .routes(routes!(remove))
}

/// A form with a file of a request.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::attachment reads it")]
pub(crate) struct AttachmentForm {
    /// A photo of at most 10 MB; as an invoice also a PDF.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
    /// The kind of file; a tenant adds photos alone, a contractor photos of the work and invoices.
    kind: AttachmentKind,
}

/// Adds a file to a maintenance request
///
/// A photo by content, as an invoice also a PDF, up to 10 MB; at most 20 a request. Photos are written anew without what they do
/// not show. A repeat with the same key and form gets the first answer.
#[utoipa::path(
    post, path = "/api/maintenance-requests/{id}/attachments", tag = "Maintenance", operation_id = "addAttachment",
    params(("id" = i64, Path, description = "The request's id", minimum = 1), IdempotencyKey),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The file as it was stored", body = Attachment),
        NoSuchRequest, AttachmentRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn add(
    call: Call<AddAttachmentRequest>,
    MaintenanceRequestId(maintenance_request_id): MaintenanceRequestId,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<(StatusCode, Json<Attachment>), Problem> {
    call.check_upload()?;
    let request_id = request_id(&headers)?;
    let sent = call
        .gateway()
        .uploads
        .attachment(form::boundary(&headers)?, &body);
    let sent = sent.await?;
    let message = AddAttachmentRequest {
        maintenance_request_id,
        kind: sent.kind,
        file_name: sent.file_name,
        content: sent.content,
        request_id,
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    let attachment = present(reply.attachment)?;
    Ok((StatusCode::CREATED, Json(attachment.try_into()?)))
}

/// Takes a file away
#[utoipa::path(
    delete, path = "/api/maintenance-requests/{id}/attachments/{attachmentId}", tag = "Maintenance",
    operation_id = "removeAttachment",
    params(
        ("id" = i64, Path, description = "The request's id", minimum = 1),
        ("attachmentId" = i64, Path, description = "The file's id", minimum = 1),
        IdempotencyKey
    ),
    responses(
        (status = 200, description = "The request as it is now", body = MaintenanceRequest, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchAttachment, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn remove(
    call: Call<RemoveAttachmentRequest>,
    path: AttachmentPath,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = RemoveAttachmentRequest {
        maintenance_request_id: path.request,
        attachment_id: path.attachment,
        request_id: request_id(&headers)?,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, reply.maintenance_request)
}

/// Returns the address of the bytes of a file of a request.
pub(crate) fn address(request: i64, attachment: i64) -> String {
    format!("/api/maintenance-requests/{request}/attachments/{attachment}/content")
}
