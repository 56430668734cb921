//! Common parts of the tests of both fetchers.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

/// Ways to write this machine's own address.
pub(super) const INSIDE: [&str; 8] = [
    "localhost",
    "127.0.0.1",
    "127.1",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "[::1]",
    "[::ffff:127.0.0.1]",
];

/// A server that answers every connection with `reply`: its port, and how many came.
pub(super) async fn server(reply: impl Into<Vec<u8>>) -> anyhow::Result<(u16, Arc<AtomicUsize>)> {
    let reply = reply.into();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let count = Arc::new(AtomicUsize::new(0));
    let seen = count.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            seen.fetch_add(1, Ordering::SeqCst);
            let mut request = [0; 1024];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(&reply).await;
        }
    });
    Ok((port, count))
}
