//! Accepting connections: limits that a stranger meets before any of our code runs, and draining.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use axum::{body::Body, extract::ConnectInfo, response::Response};
use http::Request;
use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto::Builder, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use tokio::{net::TcpListener, sync::Semaphore};
use tokio_util::sync::CancellationToken;
use tower::{Service, ServiceExt as _};

/// Connections at once; more wait in the kernel's queue.
const CONNECTIONS: usize = 4096;
/// How long a request's headers may take to arrive (security-reliability T40).
const HEADERS: Duration = Duration::from_secs(10);
/// After a failed accept (no file descriptors left, say) trying again at once would only spin.
const PAUSE: Duration = Duration::from_millis(100);

/// What a listener speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaks {
    /// HTTP/1.1, for browsers and the proxy before them.
    Http1,
    /// HTTP/2 from the first byte, for gRPC.
    Http2,
}

/// Serves until `stop`, then finishes the requests in hand.
pub async fn serve<S>(listener: TcpListener, speaks: Speaks, service: S, stop: CancellationToken)
where
    S: Service<Request<Body>, Response = Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let builder = Arc::new(builder(speaks));
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = accept(&listener, &connections) => accepted,
        };
        let (stream, peer, permit) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let service = service
            .clone()
            .map_request(move |request: Request<Incoming>| {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(ConnectInfo(peer));
                request
            });
        let connection = builder
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks or sends nonsense concerns nobody else.
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended badly");
            }
            drop(permit);
        });
    }
    drop(listener);
    graceful.shutdown().await;
}

async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> std::io::Result<(
    tokio::net::TcpStream,
    SocketAddr,
    tokio::sync::OwnedSemaphorePermit,
)> {
    let permit = connections
        .clone()
        .acquire_owned()
        .await
        .map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, peer, permit))
}

fn builder(speaks: Speaks) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(100)
        .max_pending_accept_reset_streams(20)
        .keep_alive_interval(Duration::from_secs(10))
        .keep_alive_timeout(Duration::from_secs(5));
    match speaks {
        Speaks::Http1 => builder.http1_only(),
        Speaks::Http2 => builder.http2_only(),
    }
}
