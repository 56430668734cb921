//! Serves the OpenAPI document.

use std::sync::{Arc, OnceLock};

use axum::{
    Extension,
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    rest::{
        input::KnownParameters,
        openapi::{self, Refusals},
        problem::Problem,
    },
};

/// `document` is set once all routes are known.
pub(super) fn routes(document: Arc<OnceLock<OpenApi>>) -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(read))
        .layer(Extension(document))
}

/// This document
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "About", operation_id = "getContract",
    responses((status = 200, description = "The OpenAPI document", body = serde_json::Value), Refusals)
)]
async fn read(
    _: KnownParameters,
    Extension(document): Extension<Arc<OnceLock<OpenApi>>>,
) -> Result<Response, Problem> {
    let document = document.get();
    let document = document.ok_or_else(|| Problem::of_status(StatusCode::SERVICE_UNAVAILABLE))?;
    let text = openapi::text(document).map_err(Problem::internal)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
