//! Liveness and readiness.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{Gateway, front::readiness::Check, rest::input::KnownParameters};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(alive))
        .routes(routes!(ready))
}

/// The process lives.
#[derive(Debug, Serialize, ToSchema)]
pub struct Alive {
    /// Always `ok`.
    #[schema(example = "ok")]
    pub status: &'static str,
}

/// The gateway's readiness, and what it lacks.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ready {
    /// True where everything needed is there.
    pub ready: bool,
    /// The things that are needed.
    pub checks: Vec<Check>,
}

/// Says that the process lives
#[utoipa::path(
    get, path = "/healthz", tag = "About", operation_id = "isAlive",
    responses((status = 200, description = "It does", body = Alive))
)]
async fn alive(_: KnownParameters) -> Json<Alive> {
    Json(Alive { status: "ok" })
}

/// Says whether the gateway should get work
#[utoipa::path(
    get, path = "/readyz", tag = "About", operation_id = "isReady",
    responses(
        (status = 200, description = "It should", body = Ready),
        (status = 503, description = "It lacks something, or is about to stop", body = Ready)
    )
)]
async fn ready(_: KnownParameters, State(gateway): State<Gateway>) -> Response {
    let checks = gateway.readiness.checks(&gateway).await;
    let ready = checks.iter().all(|check| check.ok);
    let status = if ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, Json(Ready { ready, checks })).into_response()
}
