//! W3C trace context across processes: in HTTP and gRPC headers here, in events and jobs by the same two functions.

use std::task::{Context as TaskContext, Poll};

use http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use opentelemetry::{
    Context,
    propagation::{Extractor, Injector, TextMapPropagator as _},
    trace::TraceContextExt as _,
};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tower::{Layer, Service};
use tracing::{Instrument as _, Span, field::Empty, instrument::Instrumented};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

struct Incoming<'a>(&'a HeaderMap);

impl Extractor for Incoming<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

struct Outgoing<'a>(&'a mut HeaderMap);

impl Injector for Outgoing<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(key), HeaderValue::try_from(value)) {
            self.0.insert(name, value);
        }
    }
}

/// Makes `span` a child of the trace that `headers` name, and notes its trace id for the logs. Call it before the span is
/// entered: later is silently too late.
pub fn continue_from(span: &Span, headers: &HeaderMap) {
    let parent = TraceContextPropagator::new().extract(&Incoming(headers));
    if parent.span().span_context().is_valid() && span.set_parent(parent).is_err() {
        tracing::debug!("a span had begun before its parent was known");
    }
    note_trace_id(span);
}

/// Links `span` to the trace that `headers` name without making it part of it: a later try is its own piece of work.
pub fn link_to(span: &Span, headers: &HeaderMap) {
    let cause = TraceContextPropagator::new().extract(&Incoming(headers));
    span.add_link(cause.span().span_context().clone());
    note_trace_id(span);
}

fn note_trace_id(span: &Span) {
    if let Some(id) = trace_id(span) {
        span.record("trace_id", id);
    }
}

/// Writes the current span's trace context into `headers`.
pub fn inject(headers: &mut HeaderMap) {
    inject_context(&Span::current().context(), headers);
}

/// Writes `context` into `headers`.
pub fn inject_context(context: &Context, headers: &mut HeaderMap) {
    TraceContextPropagator::new().inject_context(context, &mut Outgoing(headers));
}

/// Gives `span` another name than the one it began with, once more is known (a route, say).
pub fn rename(span: &Span, name: String) {
    span.context().span().update_name(name);
}

/// The trace that `span` belongs to, as 32 hexadecimal digits.
#[must_use]
pub fn trace_id(span: &Span) -> Option<String> {
    let context = span.context();
    let id = context.span().span_context().trace_id();
    (id != opentelemetry::TraceId::INVALID).then(|| id.to_string())
}

/// Gives every call its span, a child of the caller's.
#[derive(Debug, Clone, Copy, Default)]
pub struct ServerTraceLayer;

impl<S> Layer<S> for ServerTraceLayer {
    type Service = ServerTrace<S>;

    fn layer(&self, inner: S) -> ServerTrace<S> {
        ServerTrace { inner }
    }
}

/// A service whose calls have spans.
#[derive(Debug, Clone)]
pub struct ServerTrace<S> {
    inner: S,
}

impl<S, B, R> Service<Request<B>> for ServerTrace<S>
where
    S: Service<Request<B>, Response = Response<R>>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Instrumented<S::Future>;

    fn poll_ready(&mut self, cx: &mut TaskContext<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let method = request.uri().path().trim_start_matches('/');
        let span = tracing::info_span!(
            "grpc.server",
            otel.name = method,
            otel.kind = "server",
            rpc.method = method,
            trace_id = Empty,
        );
        continue_from(&span, request.headers());
        let call = {
            let _entered = span.enter();
            self.inner.call(request)
        };
        call.instrument(span)
    }
}
