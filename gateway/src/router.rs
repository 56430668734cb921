//! The HTTP door: routes, then what surrounds them. The order here is the order of refusals (4-http.md): a path and a method
//! that exist (the router), the body's size (`bounded`), then in each handler's [`crate::call::Call`] the limits, the token
//! and the rule, and only then the body.

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{MatchedPath, Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use http::StatusCode;
use http_body::Body as _;
use http_body_util::{BodyExt as _, Limited};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};

use crate::{Gateway, access_log, problem::Problem, routes, shedding::Shedding};

/// The largest body (4-http.md).
const LARGEST: usize = 1024 * 1024;
/// How long a body of unannounced size may take to arrive.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// The whole door.
pub fn router(gateway: Gateway, shedding: Shedding) -> Router {
    let (routes, _) = routes::all().split_for_parts();
    routes
        .route_layer(middleware::from_fn(bounded))
        .route_layer(middleware::from_fn(note_template))
        .method_not_allowed_fallback(async || Problem::of_status(StatusCode::METHOD_NOT_ALLOWED))
        .fallback(async |State(gateway): State<Gateway>, request: Request| {
            gateway.spa.answer(request).await
        })
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(shedding, take_turn))
        .layer(middleware::from_fn_with_state(
            gateway.clone(),
            access_log::observe,
        ))
        .layer(CompressionLayer::new())
        .with_state(gateway)
}

/// Refuses a body that is too large before anything else is asked. A body that announces its size is not read for that.
async fn bounded(request: Request, next: Next) -> Response {
    let too_large = || Problem::of_status(StatusCode::PAYLOAD_TOO_LARGE).into_response();
    let size = request.body().size_hint();
    if size.lower() > LARGEST as u64 {
        return too_large();
    }
    if size.exact().is_some() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let read = Limited::new(body, LARGEST).collect();
    let bytes: Bytes = match tokio::time::timeout(PATIENCE, read).await {
        Ok(Ok(collected)) => collected.to_bytes(),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => return too_large(),
        Ok(Err(_)) => return Problem::of_status(StatusCode::BAD_REQUEST).into_response(),
        Err(_) => return Problem::of_status(StatusCode::REQUEST_TIMEOUT).into_response(),
    };
    next.run(Request::from_parts(parts, Body::from(bytes)))
        .await
}

/// Keeps the route's template for the log, which the outermost layer writes.
async fn note_template(path: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    if let Some(path) = path {
        response.extensions_mut().insert(access_log::Template(path));
    }
    response
}

/// Health answers even when everything else has to wait.
async fn take_turn(State(shedding): State<Shedding>, request: Request, next: Next) -> Response {
    if matches!(request.uri().path(), "/healthz" | "/readyz") {
        return next.run(request).await;
    }
    match shedding.turn().await {
        Ok(_turn) => next.run(request).await,
        Err(wait) => Problem::busy(wait).into_response(),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
pub(crate) fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a text");
    Problem::internal(format_args!("panicked: {text}")).into_response()
}
