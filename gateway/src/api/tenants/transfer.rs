//! Tenants as CSV files, out and in.

use std::sync::Arc;

use axum::{body::Body, response::Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::tenancy::v1::{
    self as tenancy, CheckTenantImportRequest, ExportTenantsRequest, GetTenantImportTemplateRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway, archive,
    call::Call,
    front::large_body::LargeBody,
    rest::{
        TenantExportParams, TenantImport, csv,
        input::{Query, request_id},
        openapi::{BadQuery, IdempotencyKey, ImportRefused, Refusals, SignedIn},
        problem::Problem,
        reply::{present, row},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(export))
        .routes(routes!(template))
        .routes(routes!(check))
}

/// The tenants that match, as a CSV file
///
/// The file is UTF-8 with a byte order mark, every cell in quotes; `POST /api/tenant-imports` reads it back.
#[utoipa::path(
    get, path = "/api/tenants/export", tag = "Tenants", operation_id = "exportTenants",
    params(TenantExportParams),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn export(
    call: Call<ExportTenantsRequest>,
    wanted: Query<TenantExportParams>,
) -> Result<Response, Problem> {
    let call = call.within(csv::EXPORTING);
    let (gateway, session) = (call.gateway().clone(), call.session()?);
    let asked = Arc::new((call, wanted.message));
    let first = page(&asked, String::new()).await?;
    let parts = csv::parts(first, move |token| {
        let asked = asked.clone();
        Box::pin(async move { page(&asked, token).await })
    });
    let body = archive::body(&gateway.sessions, session, parts);
    Ok(csv::file("tenants.csv", body))
}

async fn page(
    (call, wanted): &(Call<ExportTenantsRequest>, ExportTenantsRequest),
    page_token: String,
) -> Result<csv::Part, Problem> {
    let message = ExportTenantsRequest {
        page_token,
        ..wanted.clone()
    };
    let part = call.send(message).await?;
    Ok((part.content, part.next_page_token))
}

/// A CSV file with the columns of an import and no tenant
#[utoipa::path(
    get, path = "/api/tenant-imports/template", tag = "Tenants", operation_id = "getTenantImportTemplate",
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn template(call: Call<GetTenantImportTemplateRequest>) -> Result<Response, Problem> {
    let reply = call.send(GetTenantImportTemplateRequest {}).await?;
    Ok(csv::file("tenants-template.csv", Body::from(reply.content)))
}

/// Reads a CSV file of tenants and names every problem in it; adds none
///
/// The file is the body itself, or a part of a form; up to 10 MB. Lines of one home and first day are one tenancy.
/// `POST …/{id}/apply` adds the tenants.
#[utoipa::path(
    post, path = "/api/tenant-imports", tag = "Tenants", operation_id = "checkTenantImport",
    params(IdempotencyKey),
    request_body(content((String = "text/csv"), (csv::ImportForm = "multipart/form-data"))),
    responses(
        (status = 201, description = "What was found", body = TenantImport, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        ImportRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn check(
    call: Call<CheckTenantImportRequest>,
    headers: HeaderMap,
    body: LargeBody,
) -> Result<Response, Problem> {
    let request_id = request_id(&headers)?;
    let (file_name, content) = csv::sent(call.gateway(), &headers, &body).await?;
    let call = call.within(csv::CHECKING);
    let message = CheckTenantImportRequest {
        file_name,
        content,
        request_id,
    };
    let reply = call.send(message).await?;
    let import = present(reply.tenant_import)?;
    let location = format!("/api/tenant-imports/{}", import.tenant_import_id);
    let mut response = answer(StatusCode::CREATED, import)?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

fn answer(status: StatusCode, import: tenancy::TenantImport) -> Result<Response, Problem> {
    Ok(row(status, import.version, TenantImport::try_from(import)?))
}
