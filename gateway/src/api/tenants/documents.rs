//! Documents that the tenants of a tenancy were given.

use axum::Json;
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::GiveTenancyDocumentRequest;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{applying::documents::NAMES, names::TenancyDocumentKind},
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        TenancyDocument,
        ids::TenantId,
        input::request_id,
        openapi::{IdempotencyKey, NoSuchTenant, Refusals, SignedIn, TenancyDocumentRefused},
        problem::Problem,
        reply::present,
    },
    uploads::form,
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(give))
}

/// A form with a document for tenants.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "describes the form; Uploads::tenancy_document reads it"
)]
struct TenancyDocumentForm {
    /// A photo or a PDF of at most 10 MB. Its name is not looked at.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
    /// The kind of document; agreements are given when the tenants move in.
    kind: TenancyDocumentKind,
    /// Its title, up to 100 characters; required with other.
    #[schema(nullable = false)]
    title: Option<String>,
    /// True where the tenants are told; without it the organisation's switch decides.
    #[schema(nullable = false)]
    email_tenant: Option<bool>,
}

/// Gives a document to all tenants of a tenancy who have not left; where everybody has, to all who still see the home
///
/// Each tenant gets a mail where that is wanted; the time at which they first open the document is kept. A repeat with
/// the same key and form gets the first answer.
#[utoipa::path(
    post, path = "/api/tenants/{id}/documents", tag = "Tenancies", operation_id = "giveTenancyDocument",
    params(("id" = i64, Path, description = "The id of one of its tenants", minimum = 1), IdempotencyKey),
    request_body(content = TenancyDocumentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The document as this tenant has it", body = TenancyDocument),
        NoSuchTenant, TenancyDocumentRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn give(
    call: Call<GiveTenancyDocumentRequest>,
    TenantId(tenant_id): TenantId,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<(StatusCode, Json<TenancyDocument>), Problem> {
    call.check_upload()?;
    let request_id = request_id(&headers)?;
    let uploads = &call.gateway().uploads;
    let message = GiveTenancyDocumentRequest {
        tenant_id,
        request_id,
        ..uploads
            .tenancy_document(form::boundary(&headers)?, &body)
            .await?
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    let document = present(reply.document)?;
    Ok((StatusCode::CREATED, Json(document.try_into()?)))
}
