//! Properties as CSV files, out and in.

use std::sync::Arc;

use axum::{body::Body, response::Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use lintel_proto::portfolio::v1::{
    self as portfolio, ApplyPropertyImportRequest, CheckPropertyImportRequest,
    ExportPropertiesRequest, ExportPropertiesResponse, GetImportTemplateRequest, PropertyListing,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::accounts::own_settings::inspection_frequency,
    archive,
    call::Call,
    front::large_body::LargeBody,
    rest::{
        PropertyImport, csv,
        ids::ImportId,
        input::{ListingParams, Query, request_id},
        openapi::{
            BadQuery, IdempotencyKey, ImportRefused, KeyRefused, NoSuchImport, NotImportable,
            Refusals, SignedIn,
        },
        pages::TOTAL_COUNT,
        problem::Problem,
        reply::{present, row},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(export))
        .routes(routes!(template))
        .routes(routes!(check))
        .routes(routes!(apply))
}

/// The properties that match, as a CSV file
///
/// The file is UTF-8 with a byte order mark, every cell in quotes; `POST /api/property-imports` reads it back without
/// loss.
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
    let call = call.within(csv::EXPORTING);
    let first = page(&call, &listing.message, String::new()).await?;
    let total = first.total_size.unwrap_or_default();
    let (gateway, session) = (call.gateway().clone(), call.session()?);
    let asked = Arc::new((call, listing.message));
    let parts = csv::parts((first.content, first.next_page_token), move |token| {
        let asked = asked.clone();
        Box::pin(async move {
            let part = page(&asked.0, &asked.1, token).await?;
            Ok((part.content, part.next_page_token))
        })
    });
    let mut response = csv::file(
        "properties.csv",
        archive::body(&gateway.sessions, session, parts),
    );
    response
        .headers_mut()
        .insert(TOTAL_COUNT, HeaderValue::from(total));
    Ok(response)
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
    Ok(csv::file(
        "properties-template.csv",
        Body::from(reply.content),
    ))
}

/// Reads a CSV file of properties and names every problem in it; adds none
///
/// The file is the body itself, or a part of a form; up to 10 MB. `POST …/{id}/apply` adds the properties.
#[utoipa::path(
    post, path = "/api/property-imports", tag = "Properties", operation_id = "checkPropertyImport",
    params(IdempotencyKey),
    request_body(content((String = "text/csv"), (csv::ImportForm = "multipart/form-data"))),
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
    body: LargeBody,
) -> Result<Response, Problem> {
    let request_id = request_id(&headers)?;
    let (file_name, content) = csv::sent(call.gateway(), &headers, &body).await?;
    let call = call.within(csv::CHECKING);
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
