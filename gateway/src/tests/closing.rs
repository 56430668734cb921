//! HTTP clients while the listener closes.

use axum::{Router, routing::get};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;

use crate::front::server::{Protocol, serve};

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: lintel.test\r\n\r\n";

fn cancelled() -> CancellationToken {
    let token = CancellationToken::new();
    token.cancel();
    token
}

fn hello() -> Router {
    Router::new().route("/", get(async || "hello"))
}

#[tokio::test]
async fn before_the_door_closes_each_reply_asks_for_another_connection() {
    for (stop, closes) in [(CancellationToken::new(), false), (cancelled(), true)] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap())
            .await
            .unwrap();
        let closing = CancellationToken::new();
        let server = tokio::spawn(serve(
            listener,
            Protocol::Http1,
            hello(),
            stop,
            closing.clone(),
        ));
        client.write_all(REQUEST).await.unwrap();
        let mut reply = Vec::new();
        while !reply.ends_with(b"hello") {
            assert_ne!(client.read_buf(&mut reply).await.unwrap(), 0, "it answers");
        }
        let text = String::from_utf8_lossy(&reply).into_owned();
        assert_eq!(text.contains("connection: close"), closes, "{text}");
        closing.cancel();
        server.await.unwrap();
    }
}

#[tokio::test]
async fn who_waits_in_the_queue_when_the_door_closes_is_served() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut clients = Vec::new();
    for _ in 0..20 {
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(REQUEST).await.unwrap();
        clients.push(client);
    }
    serve(listener, Protocol::Http1, hello(), cancelled(), cancelled()).await;
    for mut client in clients {
        let mut reply = String::new();
        client.read_to_string(&mut reply).await.unwrap();
        assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    }
    assert!(TcpStream::connect(address).await.is_err(), "it is closed");
}
