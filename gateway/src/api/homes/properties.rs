//! The properties of the caller's organisation.

use std::sync::OnceLock;

use axum::response::Response;
use http::{HeaderValue, StatusCode, header};
use lintel_proto::portfolio::v1::{
    CreatePropertyRequest, GetPropertyRequest, ListPropertiesRequest, ListPropertyHistoryRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        accounts::own_settings::inspection_frequency,
        homes::{history::PropertyHistoryEntry, property::Property, property_input::PropertyBody},
        rent::rent_rule::{Stored, auto_rent_calculation},
    },
    call::Call,
    rest::{
        ids::PropertyId,
        input::{Change, ListingParams, PageParams, Query},
        openapi::{BadQuery, IdempotencyKey, NoSuchProperty, Refusals, SignedIn, WithBody},
        pages,
        problem::Problem,
        reply::{present, row, rows},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(read))
        .routes(routes!(history))
}

/// All properties, or those that match
///
/// Lists up to 10,000 without a page; with `pageSize` or `pageToken` one page, the first with the number of all that
/// match.
#[utoipa::path(
    get, path = "/api/properties", tag = "Properties", operation_id = "listProperties",
    params(ListingParams, PageParams),
    responses(
        (status = 200, description = "The properties", body = [Property], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow"),
            ("Lintel-Total-Count" = i64, description = "How many match on all pages together; with a first page")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(
    call: Call<ListPropertiesRequest>,
    page: Query<PageParams>,
    listing: Query<ListingParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let first = page.message.paged && page.message.is_first();
    let total = OnceLock::new();
    let path = listing.of("/api/properties");
    let mut response = pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListPropertiesRequest {
            page_size,
            page_token,
            listing: Some(listing.message.clone()),
        };
        let reply = call.send(message).await?;
        if let Some(size) = reply.total_size {
            total.get_or_init(|| size);
        }
        Ok((
            rows::<_, Property>(reply.properties)?,
            reply.next_page_token,
        ))
    })
    .await?;
    if let Some(total) = total.get().filter(|_| first) {
        response
            .headers_mut()
            .insert(pages::TOTAL_COUNT, HeaderValue::from(*total));
    }
    Ok(response)
}

/// Adds a property
///
/// Its rooms, its first history entry and its first inspection are added as well; the inspection's frequency is the
/// caller's default. A repeat with the same key and body gets the first answer.
#[utoipa::path(
    post, path = "/api/properties", tag = "Properties", operation_id = "createProperty",
    params(IdempotencyKey), request_body = PropertyBody,
    responses(
        (status = 201, description = "The property as it was stored", body = Property, headers(
            ("Location" = String, description = "Where it can be read"),
            ("ETag" = String, description = "The row's version in quotes")
        )),
        WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn create(
    call: Call<CreatePropertyRequest>,
    change: Change<PropertyBody>,
) -> Result<Response, Problem> {
    let rent_rule = auto_rent_calculation(&call, &change.object, Stored::No);
    let (rent_rule, frequency) = tokio::join!(rent_rule, inspection_frequency(&call));
    let message = CreatePropertyRequest {
        property: Some(change.message),
        request_id: change.request_id,
        auto_rent_calculation: rent_rule?,
        inspection_frequency_months: frequency,
    };
    let reply = call.send(message).await?;
    let property = present(reply.property)?;
    let location = format!("/api/properties/{}", property.property_id);
    let mut response = row(
        StatusCode::CREATED,
        property.version,
        Property::try_from(property)?,
    );
    let location = HeaderValue::try_from(location).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// One property
#[utoipa::path(
    get, path = "/api/properties/{id}", tag = "Properties", operation_id = "getProperty",
    params(("id" = i64, Path, description = "The property's id", minimum = 1)),
    responses(
        (status = 200, description = "The property", body = Property, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchProperty, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn read(
    call: Call<GetPropertyRequest>,
    PropertyId(property_id): PropertyId,
) -> Result<Response, Problem> {
    let message = GetPropertyRequest { property_id };
    let reply = call.send(message).await?;
    let property = present(reply.property)?;
    Ok(row(
        StatusCode::OK,
        property.version,
        Property::try_from(property)?,
    ))
}

/// Lists the history of a property, the newest entry first
#[utoipa::path(
    get, path = "/api/properties/{id}/history", tag = "Properties",
    operation_id = "listPropertyHistory",
    params(("id" = i64, Path, description = "The property's id", minimum = 1), PageParams),
    responses(
        (status = 200, description = "The entries", body = [PropertyHistoryEntry], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, NoSuchProperty, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn history(
    call: Call<ListPropertyHistoryRequest>,
    PropertyId(property_id): PropertyId,
    page: Query<PageParams>,
) -> Result<Response, Problem> {
    let call = pages::within(call, &page.message);
    let path = format!("/api/properties/{property_id}/history");
    pages::answer(&path, page.message, async |page_size, page_token| {
        let message = ListPropertyHistoryRequest {
            property_id,
            page_size,
            page_token,
        };
        let reply = call.send(message).await?;
        Ok((
            rows::<_, PropertyHistoryEntry>(reply.entries)?,
            reply.next_page_token,
        ))
    })
    .await
}
