//! This contract itself.

use std::sync::LazyLock;

use axum::response::{IntoResponse, Response};
use http::header;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    openapi::{self, Refusals},
};

pub(super) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(read))
}

static DOCUMENT: LazyLock<Result<String, serde_json::Error>> = LazyLock::new(openapi::json);

/// This document
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "About", operation_id = "getContract",
    responses((status = 200, description = "The OpenAPI document", body = serde_json::Value), Refusals)
)]
async fn read() -> Response {
    match &*DOCUMENT {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text.as_str()).into_response(),
        Err(error) => crate::problem::Problem::internal(error).into_response(),
    }
}
