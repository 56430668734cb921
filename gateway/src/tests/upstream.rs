//! A service with prepared answers that records its requests.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::Request,
    response::Response,
};
use futures::stream;
use http::HeaderMap;
use http_body::Frame;
use http_body_util::StreamBody;
use prost::Message;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::front::server::{Protocol, serve};

/// A recorded request.
#[derive(Debug, Clone)]
pub struct Asked {
    pub path: String,
    pub headers: HeaderMap,
    message: Bytes,
}

impl Asked {
    pub fn message<M: Message + Default>(&self) -> M {
        M::decode(self.message.clone()).unwrap()
    }
}

type Answer = Arc<dyn Fn() -> Result<Vec<u8>, Status> + Send + Sync>;

/// The service; clones share its state.
#[derive(Clone, Default)]
pub struct Upstream {
    answers: Arc<Mutex<HashMap<&'static str, Answer>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Upstream {
    /// Answers the call at `path` with `answer` from now on.
    pub fn on<M: Message>(
        &self,
        path: &'static str,
        answer: impl Fn() -> Result<M, Status> + Send + Sync + 'static,
    ) {
        let answer = move || answer().map(|message| message.encode_to_vec());
        self.answers.lock().unwrap().insert(path, Arc::new(answer));
    }

    /// All requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// Listens; returns its URL.
    pub async fn start(&self, stop: CancellationToken) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let this = self.clone();
        let router =
            Router::new().fallback(async move |request: Request| this.answer(request).await);
        tokio::spawn(serve(listener, Protocol::Http2, router, stop.clone(), stop));
        url
    }

    async fn answer(&self, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let frame = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let path = parts.uri.path().to_owned();
        let answer = self.answers.lock().unwrap().get(path.as_str()).cloned();
        self.asked.lock().unwrap().push(Asked {
            path,
            headers: parts.headers,
            message: frame.slice(5..),
        });
        match answer.map_or_else(|| Err(Status::unimplemented("")), |answer| answer()) {
            Ok(message) => reply(&message),
            Err(status) => status.into_http(),
        }
    }
}

fn reply(message: &[u8]) -> Response {
    let mut frame = vec![0];
    frame.extend_from_slice(&u32::try_from(message.len()).unwrap().to_be_bytes());
    frame.extend_from_slice(message);
    let trailers = HeaderMap::from_iter([("grpc-status".parse().unwrap(), "0".parse().unwrap())]);
    let frames = [Frame::data(Bytes::from(frame)), Frame::trailers(trailers)];
    let body = StreamBody::new(stream::iter(frames.map(Ok::<_, std::convert::Infallible>)));
    Response::builder()
        .header("content-type", "application/grpc")
        .header("x-lintel-internal", "a service's own business")
        .body(Body::new(body))
        .unwrap()
}
