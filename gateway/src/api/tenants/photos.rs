//! Photos of tenants, set by the landlord or by the tenant.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_proto::tenancy::v1::{self as tenancy, SetOwnPhotoRequest, SetTenantPhotoRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{applying::documents::NAMES, portal::tenancy::own_photo},
    call::Call,
    deadline::DOCUMENTS,
    front::large_body::LargeBody,
    rest::{
        Tenant,
        ids::TenantId,
        input::request_id,
        openapi::{IdempotencyKey, NoSuchTenant, NotLinked, PhotoRefused, Refusals, SignedIn},
        problem::Problem,
        reply::{present, row},
    },
    uploads::form,
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(set))
        .routes(routes!(set_own))
}

/// The tenant of a reply, with its version.
pub(crate) fn answer(tenant: Option<tenancy::Tenant>) -> Result<Response, Problem> {
    let tenant = present(tenant)?;
    Ok(row(
        StatusCode::OK,
        tenant.version,
        Tenant::try_from(tenant)?,
    ))
}

/// A form with a photo.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::table reads it")]
struct PhotoForm {
    /// A PNG, JPEG or GIF of at most 10 MB. Its name is not looked at.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
}

/// A tenant's photo.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnPhoto {
    /// Its address; another photo has another one.
    #[schema(required, example = "/api/tenant-portal/photo?v=9")]
    profile_photo_url: Option<String>,
}

/// Reads the form of a photo.
async fn sent(
    gateway: &Gateway,
    headers: &HeaderMap,
    body: &LargeBody,
) -> Result<Vec<u8>, Problem> {
    let boundary = form::boundary(headers)?;
    let (_, content) = gateway.uploads.table(Some(boundary), body).await?;
    Ok(content)
}

/// Sets the photo of a tenant
///
/// PNG, JPEG or GIF by content, up to 10 MB. It is written anew upright within 400 pixels, without what else was in the file, and kept
/// encrypted. The one before is gone. A repeat with the same key and file gets the first answer.
#[utoipa::path(
    post, path = "/api/tenants/{id}/photo", tag = "Tenants", operation_id = "setTenantPhoto",
    params(("id" = i64, Path, description = "The tenant's id", minimum = 1), IdempotencyKey),
    request_body(content = PhotoForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "The tenant as it is now", body = Tenant, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchTenant, PhotoRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn set(
    call: Call<SetTenantPhotoRequest>,
    TenantId(tenant_id): TenantId,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<Response, Problem> {
    call.check_upload()?;
    let request_id = request_id(&headers)?;
    let message = SetTenantPhotoRequest {
        tenant_id,
        content: sent(call.gateway(), &headers, &body).await?,
        request_id,
    };
    // The body took its own time to arrive.
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    answer(reply.tenant)
}

/// Sets the photo of the signed-in tenant
///
/// The form is that of `POST /api/tenants/{id}/photo`.
#[utoipa::path(
    post, path = "/api/tenant-portal/photo", tag = "Tenants", operation_id = "setOwnPhoto",
    params(IdempotencyKey),
    request_body(content = PhotoForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "Where it is", body = OwnPhoto),
        NotLinked, PhotoRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn set_own(
    call: Call<SetOwnPhotoRequest>,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<Json<OwnPhoto>, Problem> {
    call.check_upload()?;
    let request_id = request_id(&headers)?;
    let message = SetOwnPhotoRequest {
        content: sent(call.gateway(), &headers, &body).await?,
        request_id,
    };
    let reply = call.within(DOCUMENTS).send(message).await;
    let reply = reply.map_err(|problem| problem.renamed(&NAMES))?;
    Ok(Json(OwnPhoto {
        profile_photo_url: (reply.photo_id != 0).then(|| own_photo(reply.photo_id)),
    }))
}
