//! Changing a property, and what one would earn while it is being typed.

use axum::{Json, response::Response};
use http::{HeaderMap, StatusCode};
use lintel_core::Expected;
use lintel_proto::portfolio::v1::{
    GetPropertyRequest, PreviewPropertyRequest, UpdatePropertyRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ids::PropertyId,
    rent_rule::{Stored, auto_rent_calculation},
    reply::{if_match, present, row},
};
use crate::{
    Gateway,
    call::Call,
    input::{FieldReader, JsonObject},
    model::{
        bodies::PropertyChanges,
        property::Property,
        property_input::{read_changes, read_property},
        property_preview::PropertyPreview,
    },
    openapi::{IdempotencyKey, IfMatch, Let, NoSuchProperty, Refusals, SignedIn, Stale, WithBody},
    problem::Problem,
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(update))
        .routes(routes!(preview))
}

/// Changes a property
///
/// Whole or in part: what is absent stays, null empties an optional field, what Lintel owns is ignored. A repeat with the same
/// key and body gets the first answer.
#[utoipa::path(
    patch, path = "/api/properties/{id}", tag = "Properties", operation_id = "updateProperty",
    params(("id" = i64, Path, description = "The property's id", minimum = 1), IfMatch, IdempotencyKey),
    request_body = PropertyChanges,
    responses(
        (status = 200, description = "The property as it is now stored", body = Property, headers(
            ("ETag" = String, description = "The row's version in quotes")
        )),
        NoSuchProperty, Stale, Let, WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn update(
    call: Call<UpdatePropertyRequest>,
    PropertyId(property_id): PropertyId,
    headers: HeaderMap,
    body: JsonObject,
) -> Result<Response, Problem> {
    let mut reader = FieldReader::new(&body);
    let (mut property, paths) = read_changes(&mut reader);
    property.property_id = property_id;
    let mut message = UpdatePropertyRequest {
        property: Some(property),
        update_mask: Some(FieldMask { paths }),
        etag: if_match(&headers),
        request_id: reader.request_id(&headers),
        auto_rent_calculation: None,
    };
    let rent_rule = auto_rent_calculation(&call, &reader, Stored::Yes);
    reader.finish()?;
    if message
        .update_mask
        .as_ref()
        .is_some_and(|mask| mask.paths.is_empty())
    {
        // Nothing of it is the client's to change, so the answer is what there is.
        let reply = call
            .beside::<GetPropertyRequest>()?
            .send(GetPropertyRequest { property_id })
            .await?;
        let property = present(reply.property)?;
        Expected::parse(&message.etag).check(property.version)?;
        return Ok(row(
            StatusCode::OK,
            property.version,
            Property::try_from(property)?,
        ));
    }
    message.auto_rent_calculation = rent_rule.await?;
    let reply = call.send(message).await?;
    let property = present(reply.property)?;
    Ok(row(
        StatusCode::OK,
        property.version,
        Property::try_from(property)?,
    ))
}

/// What a property would earn
///
/// For a form that is being filled in: nothing is required, nothing is stored.
#[utoipa::path(
    post, path = "/api/properties/preview", tag = "Properties", operation_id = "previewProperty",
    request_body = PropertyChanges,
    responses(
        (status = 200, description = "The figures", body = PropertyPreview),
        WithBody, SignedIn, Refusals
    ),
    security(("bearer" = []))
)]
async fn preview(
    call: Call<PreviewPropertyRequest>,
    body: JsonObject,
) -> Result<Json<PropertyPreview>, Problem> {
    let mut reader = FieldReader::new(&body);
    let mut message = PreviewPropertyRequest {
        property: Some(read_property(&mut reader)),
        auto_rent_calculation: None,
    };
    let rent_rule = auto_rent_calculation(&call, &reader, Stored::No);
    reader.finish()?;
    message.auto_rent_calculation = rent_rule.await?;
    let reply = call.send(message).await?;
    Ok(Json(PropertyPreview::try_from(present(reply.figures)?)?))
}
