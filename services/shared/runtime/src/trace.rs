//! The span of every call that a service answers.

use std::task::{Context as TaskContext, Poll};

use http::{Request, Response};
use lintel_telemetry::trace::{HeaderExtractor, continue_from};
use tower::{Layer, Service};
use tracing::{Instrument as _, field::Empty, instrument::Instrumented};

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
        continue_from(&span, &HeaderExtractor(request.headers()));
        let call = {
            let _entered = span.enter();
            self.inner.call(request)
        };
        call.instrument(span)
    }
}
