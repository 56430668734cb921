//! The outermost layer: it opens the request's span (a child of the browser's), writes one log line, and writes the body of a
//! refusal with its trace id. Nothing that a caller sends is logged: the route's template is logged in place of the path.

use axum::{
    Json,
    extract::{MatchedPath, Request},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use lintel_telemetry::trace::{self, HeaderExtractor, HeaderInjector};
use tracing::{Instrument as _, Span, field::Empty};
use uuid::Uuid;

use crate::{
    Gateway,
    front::{headers::protect, measure::Measured},
    rest::problem::Problem,
};

/// The trace of a request, as a header of its reply (W3C Trace Context).
const TRACEPARENT: &str = "traceparent";

/// The route's template, noted by the router once a route is known.
#[derive(Debug, Clone)]
pub struct Template(pub MatchedPath);

/// Marks a reply that is not logged.
#[derive(Debug, Clone, Copy)]
pub struct Unlogged;

/// Measures and logs one request, which `answer` answers, and completes the reply.
pub async fn observe(
    gateway: &Gateway,
    request: Request,
    answer: impl AsyncFnOnce(Request) -> Response,
) -> Response {
    let method = method_name(request.method());
    let measured = Measured::begin(method);
    let span = tracing::info_span!(
        "http.server",
        otel.kind = "server",
        http.request.method = method,
        http.route = Empty,
        http.response.status_code = Empty,
        trace_id = Empty,
    );
    let trace_id = trace::continue_from(&span, &HeaderExtractor(request.headers()))
        .unwrap_or_else(|| Uuid::new_v4().simple().to_string());
    let entered = span.clone();
    async move {
        let is_api = is_api(request.uri().path());
        let mut response = answer(request).await;
        let logged = response.extensions_mut().remove::<Unlogged>().is_none();
        let route = response.extensions_mut().remove::<Template>().map_or_else(
            || "/*".to_owned(),
            |template| template.0.as_str().to_owned(),
        );
        let mut response = finish(response, &trace_id);
        add_headers(&mut response, gateway, is_api);
        let status = response.status().as_u16();
        trace::rename(&entered, format!("{method} {route}"));
        entered.record("http.route", &route);
        entered.record("http.response.status_code", status);
        if logged {
            let took = measured.begun().elapsed().as_millis();
            tracing::info!(
                status,
                duration_ms = u64::try_from(took).unwrap_or(u64::MAX),
                method,
                route,
                "answered"
            );
        }
        measured.end(route, status);
        response
    }
    .instrument(span)
    .await
}

/// Adds the headers that every reply has.
fn add_headers(response: &mut Response, gateway: &Gateway, is_api: bool) {
    let refused = response.status().is_client_error() || response.status().is_server_error();
    let headers = response.headers_mut();
    protect(headers, gateway.public_url.starts_with("https://"));
    // Uploaded files set their own cache headers.
    let is_private = headers
        .get(header::CACHE_CONTROL)
        .is_some_and(|value| value.as_bytes().starts_with(b"private"));
    if refused || is_api && !is_private {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if gateway.readiness.is_stopping() {
        // Without this the connection would be closed between two requests, or in the middle of one.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    add_trace(headers);
}

/// Writes the body of a refusal, from whichever layer it comes.
fn finish(mut response: Response, trace_id: &str) -> Response {
    let status = response.status();
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if is_bare_refusal(&response) => Problem::of_status(status),
        None => return response,
    };
    let mut finished = Json(problem.body(trace_id)).into_response();
    *finished.status_mut() = status;
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/problem+json"),
    );
    finished.headers_mut().remove(header::CONTENT_TYPE);
    finished.headers_mut().extend(parts.headers);
    finished
}

/// A refusal by the router or by hyper's helpers. Readiness and gRPC write their own bodies.
fn is_bare_refusal(response: &Response) -> bool {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let says_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    (status.is_client_error() || status.is_server_error())
        && status != StatusCode::RANGE_NOT_SATISFIABLE
        && !says_json
}

fn add_trace(headers: &mut HeaderMap) {
    let mut own = HeaderMap::new();
    trace::inject(&Span::current(), &mut HeaderInjector(&mut own));
    if let Some(value) = own.remove(TRACEPARENT) {
        headers.insert(TRACEPARENT, value);
    }
}

fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// A method that HTTP does not define is not repeated in logs, spans and metrics.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "_OTHER",
    }
}
