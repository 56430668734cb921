//! Changing a property, and what one would earn while it is being typed.

use axum::{Json, response::Response};
use http::StatusCode;
use lintel_core::Expected;
use lintel_proto::portfolio::v1::{
    self as portfolio, GetPropertyRequest, PreviewPropertyRequest, UpdatePropertyRequest,
};
use prost_types::FieldMask;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    api::{
        homes::{
            property::Property,
            property_input::{Changed, PropertyBody, PropertyChanges},
        },
        rent::rent_rule::{Stored, auto_rent_calculation},
    },
    call::Call,
    rest::{
        PropertyPreview,
        ids::PropertyId,
        input::{Body, Change},
        openapi::{
            IdempotencyKey, IfMatch, Let, NoSuchProperty, Refusals, SignedIn, Stale, WithBody,
        },
        problem::Problem,
        reply::{present, row},
    },
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
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
    change: Change<PropertyChanges>,
) -> Result<Response, Problem> {
    let Changed { property, paths } = change.message;
    if paths.is_empty() {
        // The body has no field that a client may change, so the answer is the property as it is.
        let reply = call
            .beside::<GetPropertyRequest>()?
            .send(GetPropertyRequest { property_id })
            .await?;
        let property = present(reply.property)?;
        Expected::parse(&change.etag).check(property.version)?;
        return Ok(row(
            StatusCode::OK,
            property.version,
            Property::try_from(property)?,
        ));
    }
    let message = UpdatePropertyRequest {
        property: Some(portfolio::Property {
            property_id,
            ..property
        }),
        update_mask: Some(FieldMask { paths }),
        etag: change.etag,
        request_id: change.request_id,
        auto_rent_calculation: auto_rent_calculation(&call, &change.object, Stored::Yes).await?,
    };
    let reply = call.send(message).await?;
    let property = present(reply.property)?;
    Ok(row(
        StatusCode::OK,
        property.version,
        Property::try_from(property)?,
    ))
}

/// Computes the earnings of a property
///
/// Serves a form that is being filled in: nothing is required, nothing is stored.
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
    body: Body<PropertyBody>,
) -> Result<Json<PropertyPreview>, Problem> {
    let message = PreviewPropertyRequest {
        property: Some(body.message),
        auto_rent_calculation: auto_rent_calculation(&call, &body.object, Stored::No).await?,
    };
    let reply = call.send(message).await?;
    Ok(Json(PropertyPreview::try_from(present(reply.figures)?)?))
}
