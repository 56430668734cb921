//! The HTTP router: routes, then the layers around them. The body is read first but not parsed (`take_body`), unless it may be
//! large ([`crate::front::large_body`]). Refusals come in the order of docs/reference/http.md: path and method (the router), the size of the body
//! (`routed_request`), in each handler's [`crate::call::Call`] limits, token and access rule, and last the content of the body. Each
//! axum layer costs allocations for every request, so several steps share a layer where they can.

use std::{panic::AssertUnwindSafe, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{MatchedPath, Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use bytes::BytesMut;
use futures::FutureExt as _;
use http::StatusCode;
use http_body::Body as _;
use http_body_util::BodyExt as _;
use tower_http::compression::{
    CompressionLayer, Predicate,
    predicate::{DefaultPredicate, NotForContentType},
};

use crate::{
    Gateway, api,
    front::{access_log, large_body::LargeBody, limits, shedding::Shedding},
    rest::{input, problem::Problem},
};

/// The largest body (docs/reference/http.md).
const LARGEST: usize = 1024 * 1024;
/// The largest body that is read to its end so that the client gets the refusal; for larger ones the connection is closed.
const DISCARDED: usize = 16 * LARGEST;
/// Time limit for a body to arrive.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The whole router.
pub fn router(gateway: Gateway, shedding: Shedding) -> Router {
    let routes = api::routes();
    input::prepare();
    routes
        .route_layer(middleware::from_fn(routed_request))
        .method_not_allowed_fallback(async || Problem::of_status(StatusCode::METHOD_NOT_ALLOWED))
        .fallback(async |State(gateway): State<Gateway>, request: Request| {
            gateway.spa.answer(request).await
        })
        .layer(middleware::from_fn_with_state(
            (gateway.clone(), shedding),
            every_request,
        ))
        .layer(CompressionLayer::new().compress_when(compressible()))
        .with_state(gateway)
}

/// Returns the rule for compressing replies: not those that are compressed already.
fn compressible() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("application/zip"))
}

/// Marks a request whose body was too large; it is refused after path and method are checked.
#[derive(Debug, Clone)]
struct TooLarge(Problem);

/// Reads the body before anything is checked: if a refusal is sent before the body is read, the connection closes and the client
/// does not get it. A body that is too large is read and discarded, up to a bound.
async fn take_body(shedding: &Shedding, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return work_on(shedding, request, next).await;
    }
    let announced = request.body().size_hint().lower();
    let mut request = request;
    if let Some(held) = LargeBody::of(&mut request) {
        return hold(request, held, announced, next).await;
    }
    let (mut parts, body) = request.into_parts();
    let body = match tokio::time::timeout(TIMEOUT, read(body)).await {
        Ok(Ok(Some(bytes))) => Body::from(bytes),
        Ok(Ok(None)) => {
            let problem = Problem::of_status(StatusCode::PAYLOAD_TOO_LARGE);
            parts.extensions.insert(TooLarge(problem));
            Body::empty()
        }
        Ok(Err(_)) => return Problem::of_status(StatusCode::BAD_REQUEST).into_response(),
        Err(_) => return Problem::of_status(StatusCode::REQUEST_TIMEOUT).into_response(),
    };
    work_on(shedding, Request::from_parts(parts, body), next).await
}

async fn work_on(shedding: &Shedding, request: Request, next: Next) -> Response {
    match shedding.begin("http").await {
        Ok(_turn) => next.run(request).await,
        Err(wait) => refused(wait),
    }
}

/// Refuses a request. It is counted (`lintel.gateway.shed`) and not logged: a line for each would only add to the load.
fn refused(wait: Duration) -> Response {
    let mut response = Problem::busy(wait).into_response();
    response.extensions_mut().insert(access_log::Unlogged);
    response
}

/// Lets the route read the body itself, after it has checked the caller; the rest is read and discarded, up to a bound. How many of these
/// are worked on is the affair of [`crate::uploads`].
async fn hold(mut request: Request, held: LargeBody, announced: u64, next: Next) -> Response {
    if announced > held.largest {
        request.extensions_mut().insert(TooLarge(held.too_large()));
    }
    request.extensions_mut().insert(held.clone());
    let response = next.run(request).await;
    // The connection of a slower client is closed.
    let _ = tokio::time::timeout(TIMEOUT, held.discard(DISCARDED)).await;
    response
}

/// The body, or `None` when it is larger than [`LARGEST`].
async fn read(mut body: Body) -> Result<Option<Bytes>, axum::Error> {
    if body.size_hint().lower() > DISCARDED as u64 {
        return Ok(None);
    }
    let (mut kept, mut seen) = (BytesMut::new(), 0);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame?.into_data() else {
            continue;
        };
        seen += data.len();
        if seen > DISCARDED {
            return Ok(None);
        }
        if seen <= LARGEST {
            kept.extend_from_slice(&data);
        }
    }
    Ok((seen <= LARGEST).then(|| kept.freeze()))
}

/// Refuses a body that was too large before anything else is checked, tells what is left of the caller's limits, and keeps the
/// route's template for the log line of the outermost layer.
async fn routed_request(path: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let mut response = match request.extensions().get() {
        Some(TooLarge(problem)) => problem.clone().into_response(),
        None => limits::with_limit_headers(next.run(request)).await,
    };
    if let Some(path) = path {
        response.extensions_mut().insert(access_log::Template(path));
    }
    response
}

/// The layers of every request, with or without a route.
async fn every_request(
    State((gateway, shedding)): State<(Gateway, Shedding)>,
    request: Request,
    next: Next,
) -> Response {
    let answer = async |request| take_turn(&shedding, request, next).await;
    access_log::observe(&gateway, request, answer).await
}

/// Health checks are answered at full load as well, and a panic gets an answer.
async fn take_turn(shedding: &Shedding, request: Request, next: Next) -> Response {
    let is_health = matches!(request.uri().path(), "/healthz" | "/readyz");
    let answer = async {
        if is_health {
            return next.run(request).await;
        }
        match shedding.admit("http") {
            Ok(_turn) => take_body(shedding, request, next).await,
            Err(wait) => refused(wait),
        }
    };
    let answered = AssertUnwindSafe(answer).catch_unwind().await;
    answered.unwrap_or_else(panicked)
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
