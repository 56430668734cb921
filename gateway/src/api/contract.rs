//! Serves the OpenAPI document.

use axum::response::{IntoResponse, Response};
use http::header;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway, api,
    rest::{
        input::KnownParameters,
        openapi::{self, Refusals},
        problem::Problem,
    },
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

/// This document
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "About", operation_id = "getContract",
    responses((status = 200, description = "The OpenAPI document", body = serde_json::Value), Refusals)
)]
async fn read(_: KnownParameters) -> Result<Response, Problem> {
    let text = openapi::text(api::document()).map_err(Problem::internal)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
