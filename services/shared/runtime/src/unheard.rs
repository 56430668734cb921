//! Connections over which nothing was ever said. A client opens one ahead of its next call and may say nothing for as long as it has no
//! call; when the process stops, the HTTP/2 server would wait for its greeting.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tonic::transport::server::{Connected, TcpConnectInfo};

type Until = Pin<Box<dyn Future<Output = ()> + Send + Sync>>;

/// A connection that ends if nothing was heard over it in time.
pub struct Unheard {
    stream: TcpStream,
    until: Option<Until>,
}

impl Unheard {
    /// `stream`, which ends if nothing was heard over it by the time `until` is over.
    pub fn new(stream: TcpStream, until: impl Future<Output = ()> + Send + Sync + 'static) -> Self {
        Self {
            stream,
            until: Some(Box::pin(until)),
        }
    }
}

impl AsyncRead for Unheard {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, into) {
            self.until = None;
            return Poll::Ready(read);
        }
        if let Some(until) = &mut self.until {
            ready!(until.as_mut().poll(cx));
            return Poll::Ready(Ok(()));
        }
        Poll::Pending
    }
}

impl AsyncWrite for Unheard {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl Connected for Unheard {
    type ConnectInfo = TcpConnectInfo;

    fn connect_info(&self) -> TcpConnectInfo {
        self.stream.connect_info()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use lintel_auth::{AccessLayer, ServiceKey, TokenVerifier};
    use lintel_core::SystemClock;
    use tokio::{net::TcpListener, time::timeout};
    use tonic::service::Routes;

    use super::*;
    use crate::{Health, Lifecycle, grpc};

    #[tokio::test]
    async fn a_client_that_connected_and_says_nothing_keeps_no_server_from_ending()
    -> anyhow::Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let lifecycle = Lifecycle::default();
        let life = lifecycle.clone();
        let served = tokio::spawn(async move {
            let verifier = TokenVerifier::new(std::sync::Arc::new(SystemClock));
            let access = AccessLayer::new(verifier, ServiceKey::new("the key".into()))?;
            let health = Health::starting().await;
            grpc::serve_on(listener, Routes::default(), access, health, &life).await
        });
        let silent = TcpStream::connect(address).await?;
        silent.readable().await?;
        lifecycle.stop.cancel();
        timeout(Duration::from_secs(5), served).await???;
        Ok(())
    }
}
