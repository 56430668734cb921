//! Serving gRPC: the same stack in every service, in this order: trace and measure, deadline, access rule, handler.

use std::{net::SocketAddr, time::Duration};

use anyhow::Context as _;
use lintel_auth::AccessLayer;
use tokio::net::TcpListener;
use tokio_stream::StreamExt as _;
use tonic::{
    service::Routes,
    transport::{Server, server::TcpIncoming},
};
use tonic_health::pb::health_server::HealthServer;
use tonic_health::server::HealthService;

use crate::{
    Health, Lifecycle, Tls, deadline::DeadlineLayer, observe::ObserveLayer, unheard::Unheard,
};

/// The most calls in progress on one connection; further calls are refused at once, because waiting would only delay them.
const CALLS_PER_CONNECTION: usize = 256;
/// The most HTTP/2 streams on one connection.
const STREAMS_PER_CONNECTION: u32 = 200;

/// The time for which a silent connection stays open after the server accepts no more.
const IDLE_LIMIT: Duration = Duration::from_secs(1);

/// Serves `routes` on `listen`. When told to stop, it first reports that it is not ready and goes on serving for the drain
/// delay; then it accepts no more connections and finishes the calls in progress. With `tls` it answers only programs that have a
/// certificate of the same authority.
///
/// # Errors
/// When the port is in use or the server fails.
pub async fn serve(
    listen: SocketAddr,
    tls: Option<Tls>,
    routes: Routes,
    access: AccessLayer,
    health: Health,
    lifecycle: &Lifecycle,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(listen)
        .await
        .with_context(|| format!("listening on {listen}"))?;
    serve_with(listener, tls, routes, access, health, lifecycle).await
}

/// Works like [`serve`], on a listener that is already bound, without TLS.
///
/// # Errors
/// When the server fails.
pub async fn serve_on(
    listener: TcpListener,
    routes: Routes,
    access: AccessLayer,
    health: Health,
    lifecycle: &Lifecycle,
) -> anyhow::Result<()> {
    serve_with(listener, None, routes, access, health, lifecycle).await
}

pub(crate) async fn serve_with(
    listener: TcpListener,
    tls: Option<Tls>,
    routes: Routes,
    access: AccessLayer,
    health: Health,
    lifecycle: &Lifecycle,
) -> anyhow::Result<()> {
    tracing::info!(listen = %listener.local_addr()?, tls = tls.is_some(), "serving gRPC");
    let mut server = Server::builder();
    if let Some(tls) = tls {
        server = server.tls_config(tls.server())?;
    }
    let routes = routes.add_service(HealthServer::new(HealthService::from_health_reporter(
        health.reporter(),
    )));
    let life = lifecycle.clone();
    let closing = lifecycle.clone();
    let connections = TcpIncoming::from(listener)
        .with_nodelay(Some(true))
        .map(move |accepted| {
            let closing = closing.clone();
            let silent = async move {
                closing.closing().await;
                tokio::time::sleep(IDLE_LIMIT).await;
            };
            accepted.map(|stream| Unheard::new(stream, silent))
        });
    let server = server
        .concurrency_limit_per_connection(CALLS_PER_CONNECTION)
        .load_shed(true)
        .max_concurrent_streams(STREAMS_PER_CONNECTION)
        .http2_keepalive_interval(Some(Duration::from_secs(10)))
        .http2_keepalive_timeout(Some(Duration::from_secs(5)))
        .layer(ObserveLayer::new(access.rules()))
        .layer(DeadlineLayer)
        .layer(access)
        .add_routes(routes)
        .serve_with_incoming_shutdown(connections, async move {
            life.stop.cancelled().await;
            health.set_ready(false).await;
            life.closing().await;
            health.end_watches().await;
        });
    tokio::select! {
        served = server => served.context("the gRPC server"),
        () = lifecycle.overdue() => {
            tracing::warn!("some calls did not end in time and were dropped");
            Ok(())
        }
    }
}
