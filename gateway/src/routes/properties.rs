//! The properties of the caller's organisation.

use std::time::Duration;

use axum::{
    extract::{FromRequestParts, Path},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use lintel_proto::portfolio::v1::{
    CreatePropertyRequest, DeletePropertyRequest, GetPropertyRequest, ListPropertiesRequest,
    ListPropertyHistoryRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    pages,
    reply::{if_match, present, row, rows},
};
use crate::{
    Gateway,
    call::Call,
    input::{FieldReader, JsonObject, PageQuery},
    model::{
        bodies::PropertyBody, history::PropertyHistoryEntry, property::Property,
        property_input::read_property,
    },
    openapi::{
        BadQuery, IdempotencyKey, IfMatch, KeyRefused, NoSuchProperty, PageParams, Refusals,
        SignedIn, Stale, WithBody,
    },
    problem::Problem,
    rpc::{CreateProperty, DeleteProperty, GetProperty, ListProperties, ListPropertyHistory},
};

/// For a whole list, which takes up to fifty pages.
const WHOLE_LIST: Duration = Duration::from_secs(10);

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(read, delete))
        .routes(routes!(history))
}

/// The property that a path names. What is no id names no property, and answers like one that does not exist.
pub(super) struct PropertyId(pub i64);

impl FromRequestParts<Gateway> for PropertyId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway) -> Result<Self, Problem> {
        let text = Path::<String>::from_request_parts(parts, gateway).await;
        text.ok()
            .and_then(|Path(text)| text.parse().ok())
            .filter(|id| *id > 0)
            .map(Self)
            .ok_or_else(|| {
                lintel_core::Error::NotFound {
                    reason: "PROPERTY_NOT_FOUND",
                    resource: "Property",
                }
                .into()
            })
    }
}

/// All properties, the newest first
///
/// Without parameters up to 10,000; with `pageSize` or `pageToken` one page.
#[utoipa::path(
    get, path = "/api/properties", tag = "Properties", operation_id = "listProperties",
    params(PageParams),
    responses(
        (status = 200, description = "The properties", body = [Property], headers(
            ("Link" = String, description = "`<…>; rel=\"next\"` where more follow")
        )),
        BadQuery, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn list(call: Call<ListProperties>, query: PageQuery) -> Result<Response, Problem> {
    let call = call.within(WHOLE_LIST);
    let properties = call.gateway().clients.properties();
    pages::answer("/api/properties", query, async |page_size, page_token| {
        let message = ListPropertiesRequest {
            page_size,
            page_token,
        };
        let reply = call
            .send(message, |message| {
                let mut properties = properties.clone();
                async move { properties.list_properties(message).await }
            })
            .await?;
        Ok((
            rows::<_, Property>(reply.properties)?,
            reply.next_page_token,
        ))
    })
    .await
}

/// Adds a property
///
/// With its rooms and its first history entry. A repeat with the same key and body gets the first answer.
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
    call: Call<CreateProperty>,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Response, Problem> {
    let mut reader = FieldReader::new(&body);
    let message = CreatePropertyRequest {
        property: Some(read_property(&mut reader)),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    let key = message.request_id.clone();
    let properties = call.gateway().clients.properties();
    let reply = call
        .send_named(message, &key, |message| {
            let mut properties = properties.clone();
            async move { properties.create_property(message).await }
        })
        .await?;
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
    call: Call<GetProperty>,
    PropertyId(property_id): PropertyId,
) -> Result<Response, Problem> {
    let message = GetPropertyRequest { property_id };
    let properties = call.gateway().clients.properties();
    let reply = call
        .send(message, |message| {
            let mut properties = properties.clone();
            async move { properties.get_property(message).await }
        })
        .await?;
    let property = present(reply.property)?;
    Ok(row(
        StatusCode::OK,
        property.version,
        Property::try_from(property)?,
    ))
}

/// Deletes a property
///
/// With its rooms; its history is kept. A repeat with the same key gets the first answer.
#[utoipa::path(
    delete, path = "/api/properties/{id}", tag = "Properties", operation_id = "deleteProperty",
    params(("id" = i64, Path, description = "The property's id", minimum = 1), IfMatch, IdempotencyKey),
    responses(
        (status = 204, description = "It is gone"),
        NoSuchProperty, Stale, KeyRefused, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn delete(
    call: Call<DeleteProperty>,
    PropertyId(property_id): PropertyId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let nothing = JsonObject::default();
    let mut reader = FieldReader::new(&nothing);
    let message = DeletePropertyRequest {
        property_id,
        etag: if_match(&headers),
        request_id: reader.request_id(&headers),
    };
    reader.finish()?;
    let key = message.request_id.clone();
    let properties = call.gateway().clients.properties();
    call.send_named(message, &key, |message| {
        let mut properties = properties.clone();
        async move { properties.delete_property(message).await }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// How a property stood over time, the newest first
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
    call: Call<ListPropertyHistory>,
    PropertyId(property_id): PropertyId,
    query: PageQuery,
) -> Result<Response, Problem> {
    let call = call.within(WHOLE_LIST);
    let properties = call.gateway().clients.properties();
    let path = format!("/api/properties/{property_id}/history");
    pages::answer(&path, query, async |page_size, page_token| {
        let message = ListPropertyHistoryRequest {
            property_id,
            page_size,
            page_token,
        };
        let reply = call
            .send(message, |message| {
                let mut properties = properties.clone();
                async move { properties.list_property_history(message).await }
            })
            .await?;
        Ok((
            rows::<_, PropertyHistoryEntry>(reply.entries)?,
            reply.next_page_token,
        ))
    })
    .await
}
