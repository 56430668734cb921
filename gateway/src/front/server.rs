//! Accepts connections: limits that apply before any handler runs, and draining at the end.

use std::{
    convert::Infallible,
    net::SocketAddr,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{body::Body, extract::ConnectInfo, response::Response};
use http::{HeaderValue, Request, header};
use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::{Service, ServiceExt as _};

/// The most open connections; more wait in the kernel's queue.
const CONNECTIONS: usize = 4096;
/// Time limit for a request's headers to arrive (docs/reference/promises.md T40).
const HEADERS: Duration = Duration::from_secs(10);
/// The pause after a failed accept (no file descriptors left, for example), without which the loop would spin.
const PAUSE: Duration = Duration::from_millis(100);

/// Time limit for the first request of a connection that was accepted just before the listener is closed.
const FIRST_REQUEST: Duration = Duration::from_secs(1);

/// The protocol of a listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// HTTP/1.1, for browsers and the proxy before them.
    Http1,
    /// HTTP/2 from the first byte, for gRPC.
    Http2,
}

/// Serves until `closing`, then finishes the requests in progress. From `stop` on, which is earlier, each reply asks its client
/// to use another connection: a request that is on its way when an idle connection closes would be lost.
pub async fn serve<S>(
    listener: TcpListener,
    protocol: Protocol,
    service: S,
    stop: CancellationToken,
    closing: CancellationToken,
) where
    S: Service<Request<Body>, Response = Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let builder = builder(protocol);
    let tasks = TaskTracker::new();
    let begin = |stream: TcpStream, peer: SocketAddr, permit: Option<OwnedSemaphorePermit>| {
        let (stop, closing) = (stop.clone(), closing.clone());
        let used = Arc::new(AtomicBool::new(false));
        let seen = used.clone();
        let service = service
            .clone()
            .map_request(move |request: Request<Incoming>| {
                seen.store(true, Ordering::Relaxed);
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(ConnectInfo(peer));
                request
            })
            .map_response(move |mut response: Response| {
                if protocol == Protocol::Http1 && stop.is_cancelled() {
                    let close = HeaderValue::from_static("close");
                    response.headers_mut().insert(header::CONNECTION, close);
                }
                response
            });
        let connection = builder
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .into_owned();
        tasks.spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = may_close(&closing, &used) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            // An error on one connection does not affect the others.
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended badly");
            }
            drop(permit);
        });
    };
    loop {
        let accepted = tokio::select! {
            () = closing.cancelled() => break,
            accepted = accept(&listener, &connections) => accepted,
        };
        match accepted {
            Ok((stream, peer, permit)) => begin(stream, peer, Some(permit)),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    // Closing a listener resets the connections in its queue, although the kernel has accepted them already; so they are taken
    // first.
    for (stream, peer) in waiting(listener) {
        begin(stream, peer, None);
    }
    tasks.close();
    tasks.wait().await;
}

/// Waits until the connection may be closed. hyper closes a connection that it has not read from yet without checking for data,
/// so a new one gets a moment for its request.
async fn may_close(closing: &CancellationToken, used: &AtomicBool) {
    closing.cancelled().await;
    if !used.load(Ordering::Relaxed) {
        tokio::time::sleep(FIRST_REQUEST).await;
    }
}

/// Takes the connections in the listener's queue; then closes it.
fn waiting(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let Ok(listener) = listener.into_std() else {
        return Vec::new();
    };
    // The socket does not block: an empty queue is an error, and every error ends the loop.
    std::iter::from_fn(|| {
        let (stream, peer) = listener.accept().ok()?;
        stream.set_nonblocking(true).ok()?;
        stream.set_nodelay(true).ok()?;
        Some((TcpStream::from_std(stream).ok()?, peer))
    })
    .collect()
}

async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = connections
        .clone()
        .acquire_owned()
        .await
        .map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, peer, permit))
}

fn builder(protocol: Protocol) -> Builder<TokioExecutor> {
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
    match protocol {
        Protocol::Http1 => builder.http1_only(),
        Protocol::Http2 => builder.http2_only(),
    }
}
