//! Calling another service.

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
use tracing::{Instrument as _, instrument::Instrumented};

use crate::ConfigError;

/// A lazy connection to one service that carries the trace along and measures its calls. Cheap to clone; give it to a
/// generated client.
#[derive(Debug, Clone)]
pub struct GrpcChannel(Channel);

/// A connection to the service at `urls` (one address, or several with commas between them, one for each replica), made at
/// the first call and made again whenever it breaks.
///
/// # Errors
/// [`ConfigError`] naming `key` when there is no address or one is no URL.
pub fn channel(key: &str, urls: &str) -> Result<GrpcChannel, ConfigError> {
    let mut endpoints = urls
        .split(',')
        .map(|url| endpoint(key, url.trim()))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(GrpcChannel(match (endpoints.pop(), endpoints.is_empty()) {
        (Some(only), true) => only.connect_lazy(),
        (last, _) => Channel::balance_list(endpoints.into_iter().chain(last)),
    }))
}

fn endpoint(key: &str, url: &str) -> Result<Endpoint, ConfigError> {
    let endpoint = Endpoint::from_shared(url.to_owned())
        .map_err(|error| ConfigError::new(key, error.to_string()))?
        .connect_timeout(Duration::from_secs(1))
        .tcp_nodelay(true)
        .http2_keep_alive_interval(Duration::from_secs(10))
        .keep_alive_timeout(Duration::from_secs(5))
        .keep_alive_while_idle(true);
    Ok(endpoint)
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
        trace::inject(&span, &mut HeaderInjector(request.headers_mut()));
        let measured = Call::answered_elsewhere(method);
        let call = {
            let _entered = span.enter();
            self.0.call(request)
        };
        measured.measure(call.instrument(span))
    }
}
