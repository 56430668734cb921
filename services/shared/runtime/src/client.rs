//! Calling another service, through those of its replicas that are ready.

mod addresses;
mod balance;

use std::{
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Response};
use lintel_core::Error;
use lintel_proto::status::into_status;
use lintel_telemetry::{
    call::{Call, Measured},
    trace::{self, HeaderInjector},
};
use tonic::{
    Status,
    body::Body,
    transport::{Channel, Endpoint, channel::ResponseFuture},
};
use tower::Service;
use tracing::{Instrument as _, Span, instrument::Instrumented};

use crate::{ConfigError, SharedConfig, tls};
use addresses::Address;

/// A lazy connection to one service that carries the trace along and measures its calls. Cheap to clone; give it to a
/// generated client.
#[derive(Debug, Clone)]
pub struct GrpcChannel(Channel);

impl GrpcChannel {
    /// The connection without tracing, for background calls that belong to no trace.
    #[must_use]
    pub fn untraced(self) -> Channel {
        self.0
    }
}

/// A connection to the service at `urls`: one address, or several separated by commas; a host name may stand for several
/// replicas. It connects at the first call and again after a failure. Calls are shared among the replicas that report over
/// `grpc.health.v1` that they are ready; see [`balance`].
///
/// With TLS (`shared.tls()`) addresses begin with `https://`, and a certificate must be for the host that is written there.
///
/// # Errors
/// [`ConfigError`] naming `key` when there is no address, one is no URL or has the wrong scheme; as [`SharedConfig::tls`] besides.
pub fn channel(key: &str, urls: &str, shared: &SharedConfig) -> Result<GrpcChannel, ConfigError> {
    let shown = shared.tls()?;
    let addresses = urls
        .split(',')
        .map(|url| {
            Address::parse(url.trim(), shown.as_ref())
                .map_err(|problem| ConfigError::new(key, problem.to_string()))
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(GrpcChannel(match addresses.as_slice() {
        // One address needs no balancing.
        [only] if only.is_literal() => {
            let endpoint = only
                .endpoint()
                .map_err(|error| ConfigError::new(key, tls::why(&error)))?;
            with_limits(endpoint).connect_lazy()
        }
        _ => balance::channel(addresses),
    }))
}

/// Waits for the answer to `call` at most `limit`. A request's own timeout (`Request::set_timeout`) is for the callee: tonic applies it to a
/// connection, and a channel that knows no address of its service has none and would wait for ever.
///
/// # Errors
/// The service's own refusal; `DEADLINE_EXCEEDED` when the time is up.
pub async fn in_time<T>(
    limit: Duration,
    call: impl Future<Output = Result<tonic::Response<T>, Status>>,
) -> Result<T, Status> {
    let answer = tokio::time::timeout(limit, call).await;
    let answer = answer.unwrap_or_else(|_| Err(into_status(Error::DeadlineExceeded)));
    answer.map(tonic::Response::into_inner)
}

/// Limits the time that connecting may take (docs/reference/promises.md 3.4).
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
        // Without a receiver of spans the call has no span of its own.
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

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::{net::TcpListener, sync::mpsc};
    use tonic::transport::{Server, server::TcpIncoming};
    use tonic_health::{
        pb::{HealthCheckRequest, health_client::HealthClient, health_server::HealthServer},
        server::{HealthReporter, HealthService},
    };

    use tonic::Code;

    use super::*;
    use crate::telemetry::Telemetry;

    /// A name that nobody has (RFC 2606), so that the balancer is given no address.
    const NOWHERE: &str = "http://replicas.invalid:8080";

    #[tokio::test]
    async fn a_service_whose_name_is_unknown_is_waited_for_no_longer_than_said()
    -> anyhow::Result<()> {
        let shared = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
        let channel = channel("TEST_URL", NOWHERE, &shared)?.untraced();
        let mut client = HealthClient::new(channel);
        let limit = Duration::from_millis(200);
        let mut request = tonic::Request::new(HealthCheckRequest::default());
        request.set_timeout(limit);
        // Longer than that, the helper did not hold and the test fails.
        let asked = tokio::time::timeout(
            Duration::from_secs(20),
            in_time(limit, client.check(request)),
        );
        let code = asked.await?.map_err(|status| status.code()).err();
        assert_eq!(code, Some(Code::DeadlineExceeded));
        Ok(())
    }

    /// Each test is a process of its own (nextest), so this one may set where spans go to.
    #[tokio::test]
    async fn whoever_is_called_is_told_the_trace_though_nobody_receives_spans() -> anyhow::Result<()>
    {
        let shared = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
        let _telemetry = Telemetry::start("test", false, &shared)?;
        let (told, mut heard) = mpsc::unbounded_channel();
        let listen = move |call: tonic::Request<()>| {
            let trace = call.metadata().get("traceparent");
            let trace = trace.and_then(|trace| trace.to_str().ok());
            // If the test no longer listens, it has already failed.
            let _ = told.send(trace.map(str::to_owned));
            Ok(call)
        };
        let health = HealthService::from_health_reporter(HealthReporter::new());
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        tokio::spawn(
            Server::builder()
                .add_service(HealthServer::with_interceptor(health, listen))
                .serve_with_incoming(TcpIncoming::from(listener)),
        );
        let mut client = HealthClient::new(channel("TEST_URL", &url, &shared)?);

        let request = tracing::info_span!("http.server");
        let own = trace::headers_of(&request).remove("traceparent");
        assert!(own.is_some());
        let call = client.check(HealthCheckRequest::default());
        call.instrument(request).await?;
        assert_eq!(heard.recv().await, Some(own));
        Ok(())
    }
}
