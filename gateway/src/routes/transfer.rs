//! Properties as CSV files, out and in.

use std::time::Duration;

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures::Stream;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::portfolio::v1::{
    self as portfolio, ApplyPropertyImportRequest, CheckPropertyImportRequest,
    ExportPropertiesRequest, ExportPropertiesResponse, GetImportTemplateRequest,
    GetPropertyImportRequest, PropertyListing,
};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    files::boundary,
    ids::ImportId,
    own_settings::inspection_frequency,
    pages::TOTAL_COUNT,
    reply::{present, row},
};
use crate::{
    Gateway,
    call::Call,
    download,
    held::Held,
    input::{ListingParams, Query, request_id},
    model::property_import::PropertyImport,
    openapi::{
        BadQuery, IdempotencyKey, ImportRefused, KeyRefused, NoSuchImport, NotImportable, Refusals,
        SignedIn,
    },
    problem::Problem,
};

/// How long checking every line of a file may take.
const CHECKING: Duration = Duration::from_secs(15);
/// How long exporting a whole portfolio may take.
const EXPORTING: Duration = Duration::from_secs(60);
const CSV: HeaderValue = HeaderValue::from_static("text/csv; charset=utf-8; header=present");

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(export))
        .routes(routes!(template))
        .routes(routes!(check))
        .routes(routes!(read))
        .routes(routes!(apply))
}

/// A form with one file.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::table reads it")]
struct ImportForm {
    /// The file.
    #[schema(format = Binary, content_media_type = "text/csv")]
    file: String,
}

/// The properties that match, as a CSV file
///
/// In UTF-8 with a byte order mark, every cell in quotes; `POST /api/property-imports` reads it back without loss.
#[utoipa::path(
    get, path = "/api/properties/export", tag = "Properties", operation_id = "exportProperties",
    params(ListingParams),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv", headers(
            ("Lintel-Total-Count" = i64, description = "How many properties it holds"),
            ("Content-Disposition" = String, description = "Its name")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn export(
    call: Call<ExportPropertiesRequest>,
    listing: Query<ListingParams>,
) -> Result<Response, Problem> {
    let call = call.within(EXPORTING);
    let first = page(&call, &listing.message, String::new()).await?;
    let total = first.total_size.unwrap_or_default();
    let (gateway, session) = (call.gateway().clone(), call.session()?);
    let parts = parts(call, listing.message, first);
    let mut response = file(
        "properties.csv",
        download::body(&gateway.sessions, session, parts),
    );
    response
        .headers_mut()
        .insert(TOTAL_COUNT, HeaderValue::from(total));
    Ok(response)
}

/// The file, page by page. A page that cannot be read ends it with an error, so that the client does not take it for complete.
fn parts(
    call: Call<ExportPropertiesRequest>,
    listing: PropertyListing,
    first: ExportPropertiesResponse,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> {
    let state = (call, listing, Some(Ok(first)));
    futures::stream::unfold(state, async |(call, listing, part)| {
        let part: ExportPropertiesResponse = match part? {
            Ok(part) => part,
            Err(token) => match page(&call, &listing, token).await {
                Ok(part) => part,
                Err(problem) => {
                    return Some((
                        Err(std::io::Error::other(problem.detail)),
                        (call, listing, None),
                    ));
                }
            },
        };
        let next = (!part.next_page_token.is_empty()).then_some(Err(part.next_page_token));
        Some((Ok(Bytes::from(part.content)), (call, listing, next)))
    })
}

async fn page(
    call: &Call<ExportPropertiesRequest>,
    listing: &PropertyListing,
    page_token: String,
) -> Result<ExportPropertiesResponse, Problem> {
    let message = ExportPropertiesRequest {
        listing: Some(listing.clone()),
        page_token,
    };
    call.send(message).await
}

fn file(name: &str, body: Body) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, CSV);
    if let Ok(disposition) = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

/// A CSV file with the columns of an import and no property
#[utoipa::path(
    get, path = "/api/property-imports/template", tag = "Properties", operation_id = "getImportTemplate",
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv", headers(
            ("Content-Disposition" = String, description = "Its name")
        )),
        SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn template(call: Call<GetImportTemplateRequest>) -> Result<Response, Problem> {
    let reply = call.send(GetImportTemplateRequest {}).await?;
    Ok(file("properties-template.csv", Body::from(reply.content)))
}

/// Reads a CSV file of properties and names every problem in it; adds none
///
/// As the body itself, or as the file of a form; up to 10 MB. `POST …/{id}/apply` adds the properties.
#[utoipa::path(
    post, path = "/api/property-imports", tag = "Properties", operation_id = "checkPropertyImport",
    params(IdempotencyKey),
    request_body(content((String = "text/csv"), (ImportForm = "multipart/form-data"))),
    responses(
        (status = 201, description = "What was found", body = PropertyImport, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        ImportRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn check(
    call: Call<CheckPropertyImportRequest>,
    headers: HeaderMap,
    body: Held,
) -> Result<Response, Problem> {
    let form = boundary(&headers);
    let kind = headers
        .get(header::CONTENT_TYPE)
        .map_or(&b""[..], HeaderValue::as_bytes);
    if form.is_none() && !kind.starts_with(b"text/csv") {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "MEDIA_TYPE_UNSUPPORTED",
            "Send text/csv, or a form with the header Content-Type: multipart/form-data.",
        ));
    }
    let request_id = request_id(&headers)?;
    let (file_name, content) = call.gateway().uploads.table(form, &body).await?;
    let call = call.within(CHECKING);
    let message = CheckPropertyImportRequest {
        file_name,
        content,
        request_id,
    };
    let reply = call.send(message).await?;
    let import = present(reply.property_import)?;
    let location = format!("/api/property-imports/{}", import.property_import_id);
    let mut response = answer(StatusCode::CREATED, import)?;
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// An import, and how far it is
#[utoipa::path(
    get, path = "/api/property-imports/{id}", tag = "Properties", operation_id = "getPropertyImport",
    params(("id" = i64, Path, description = "The import's id", minimum = 1)),
    responses(
        (status = 200, description = "The import", body = PropertyImport, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchImport, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetPropertyImportRequest>,
    ImportId(property_import_id): ImportId,
) -> Result<Response, Problem> {
    let message = GetPropertyImportRequest { property_import_id };
    let reply = call.send(message).await?;
    answer(StatusCode::OK, present(reply.property_import)?)
}

/// Begins to add the properties of a file without problems
///
/// `GET …/{id}` and the live updates of `property-imports` say how far it is.
#[utoipa::path(
    post, path = "/api/property-imports/{id}/apply", tag = "Properties", operation_id = "applyPropertyImport",
    params(("id" = i64, Path, description = "The import's id", minimum = 1), IdempotencyKey),
    responses(
        (status = 202, description = "It has begun", body = PropertyImport, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchImport, NotImportable, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn apply(
    call: Call<ApplyPropertyImportRequest>,
    ImportId(property_import_id): ImportId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let message = ApplyPropertyImportRequest {
        property_import_id,
        request_id: request_id(&headers)?,
        inspection_frequency_months: inspection_frequency(&call).await,
    };
    let reply = call.send(message).await?;
    answer(StatusCode::ACCEPTED, present(reply.property_import)?)
}

fn answer(status: StatusCode, import: portfolio::PropertyImport) -> Result<Response, Problem> {
    Ok(row(
        status,
        import.version,
        PropertyImport::try_from(import)?,
    ))
}
