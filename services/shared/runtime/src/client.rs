//! Calling another service, whichever of its replicas should get work.

mod addresses;
mod balance;

use std::{
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Response};
use lintel_telemetry::{
    call::{Call, Measured},
    trace::{self, HeaderInjector},
};
use tonic::{
    body::Body,
    transport::{Channel, Endpoint, channel::ResponseFuture},
};
use tower::Service;
use tracing::{Instrument as _, Span, instrument::Instrumented};

use crate::ConfigError;
use addresses::Address;

/// A lazy connection to one service that carries the trace along and measures its calls. Cheap to clone; give it to a
/// generated client.
#[derive(Debug, Clone)]
pub struct GrpcChannel(Channel);

impl GrpcChannel {
    /// The connection alone, for background calls that belong to nobody's trace.
    #[must_use]
    pub fn untraced(self) -> Channel {
        self.0
    }
}

/// A connection to the service at `urls`: one address, or several with commas between them; a name may stand for several
/// replicas, too. Made at the first call and made again whenever it breaks. Calls are shared among the replicas that say
/// over `grpc.health.v1` that they should get work; see [`balance`].
///
/// # Errors
/// [`ConfigError`] naming `key` when there is no address or one is no URL.
pub fn channel(key: &str, urls: &str) -> Result<GrpcChannel, ConfigError> {
    let addresses = urls
        .split(',')
        .map(|url| {
            Address::parse(url.trim()).map_err(|problem| ConfigError::new(key, problem.to_string()))
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(GrpcChannel(match addresses.as_slice() {
        // There is nothing to choose from, so nobody has to be asked.
        [only] if only.is_literal() => with_limits(only.endpoint()).connect_lazy(),
        _ => balance::channel(addresses),
    }))
}

/// How soon a connection that leads nowhere is given up (security-reliability 3.4).
fn with_limits(endpoint: Endpoint) -> Endpoint {
    endpoint
        .connect_timeout(Duration::from_secs(1))
        .tcp_nodelay(true)
        .http2_keep_alive_interval(Duration::from_secs(10))
        .keep_alive_timeout(Duration::from_secs(5))
        .keep_alive_while_idle(true)
}

impl Service<Request<Body>> for GrpcChannel {
    type Response = Response<Body>;
    type Error = tonic::transport::Error;
    type Future = Measured<Instrumented<ResponseFuture>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let method: Arc<str> = request.uri().path().trim_start_matches('/').into();
        let span = tracing::info_span!(
            "grpc.client",
            otel.name = &*method,
            otel.kind = "client",
            rpc.method = &*method,
        );
        // Where nobody receives spans the call has none of its own.
        let caller = if span.is_disabled() {
            Span::current()
        } else {
            span.clone()
        };
        trace::inject(&caller, &mut HeaderInjector(request.headers_mut()));
        let measured = Call::answered_elsewhere(method);
        let call = {
            let _entered = span.enter();
            self.0.call(request)
        };
        measured.measure(call.instrument(span))
    }
}
