//! The span and the duration of every call that a service answers.

use std::task::{Context as TaskContext, Poll};

use http::{Request, Response};
use lintel_auth::AccessRules;
use lintel_telemetry::{
    call::{Call, Measured, Methods},
    trace::{HeaderExtractor, continue_from},
};
use tower::{Layer, Service};
use tracing::{Instrument as _, field::Empty, instrument::Instrumented};

/// Gives every call its span, a child of the caller's, and measures it.
#[derive(Debug, Clone)]
pub struct ObserveLayer {
    methods: Methods,
}

impl ObserveLayer {
    /// For the RPCs of the contract.
    #[must_use]
    pub fn new(contract: &AccessRules) -> Self {
        Self {
            methods: Methods::new(contract.iter().map(|(path, _)| path)),
        }
    }
}

impl<S> Layer<S> for ObserveLayer {
    type Service = Observe<S>;

    fn layer(&self, inner: S) -> Observe<S> {
        Observe {
            inner,
            methods: self.methods.clone(),
        }
    }
}

/// A service whose calls have spans and are measured.
#[derive(Debug, Clone)]
pub struct Observe<S> {
    inner: S,
    methods: Methods,
}

impl<S, B, R> Service<Request<B>> for Observe<S>
where
    S: Service<Request<B>, Response = Response<R>>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Measured<Instrumented<S::Future>>;

    fn poll_ready(&mut self, cx: &mut TaskContext<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let method = self.methods.name(request.uri().path());
        let span = tracing::info_span!(
            "grpc.server",
            otel.name = method.as_str(),
            otel.kind = "server",
            rpc.method = method.as_str(),
            trace_id = Empty,
        );
        continue_from(&span, &HeaderExtractor(request.headers()));
        let measured = Call::answered_here(method);
        let call = {
            let _entered = span.enter();
            self.inner.call(request)
        };
        measured.measure(call.instrument(span))
    }
}
