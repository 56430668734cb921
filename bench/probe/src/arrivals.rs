//! Requests that leave by the clock, at a constant rate: a late answer delays none of those behind it, and any number of them
//! may be on their way. Written so that they cost the machine little, because in the world whoever asks is elsewhere.

use std::{
    future::Future,
    io::Write as _,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use axum::body::Body;
use http::{
    Request,
    header::{AUTHORIZATION, CONTENT_TYPE},
};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use lintel_core::{Clock as _, SystemClock};
use tokio::task::JoinSet;

use crate::setting;

/// The longest answer that is read.
const LONGEST: usize = 16 << 20;

type Http = Client<HttpConnector, Body>;

/// Asks for `PROBE_URL` with the token `PROBE_TOKEN`.
pub async fn visitors() -> anyhow::Result<()> {
    let (url, token) = (setting("PROBE_URL")?, setting("PROBE_TOKEN")?);
    run(|_| {
        let call = Request::get(&url).header(AUTHORIZATION, format!("Bearer {token}"));
        call.body(Body::empty())
    })
    .await
}

/// Strangers who try a wrong password at `PROBE_URL`, each for another address that nobody has; `PROBE_ROUND` keeps those of
/// several runs apart.
pub async fn strangers() -> anyhow::Result<()> {
    let (url, round) = (setting("PROBE_URL")?, setting("PROBE_ROUND")?);
    run(|number| {
        let email = format!("stranger-{round}-{number}@example.com");
        let body = format!(r#"{{"email":"{email}","password":"a wrong guess 1"}}"#);
        Request::post(&url)
            .header(CONTENT_TYPE, "application/json")
            .body(Body::from(body))
    })
    .await
}

/// Sends `PROBE_RATE` requests a second for `PROBE_SECONDS`. Says as JSON of each when it left, in milliseconds since 1970, how
/// many microseconds the whole answer took, and its status; 0 stands for no answer.
async fn run(request: impl Fn(u32) -> http::Result<Request<Body>> + Send) -> anyhow::Result<()> {
    let rate: u32 = setting("PROBE_RATE")?.parse()?;
    let seconds: u32 = setting("PROBE_SECONDS")?.parse()?;
    let client: Http = Client::builder(TokioExecutor::new()).build_http();
    let mut clock = tokio::time::interval(Duration::from_secs(1) / rate);
    let mut calls = JoinSet::new();
    for number in 0..rate * seconds {
        clock.tick().await;
        calls.spawn(timed(status(client.clone(), request(number)?)));
    }
    let mut answers = Vec::new();
    while let Some(answer) = calls.join_next().await {
        answers.push(answer.context("a call panicked")?);
    }
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&answers)?)?;
    Ok(())
}

async fn timed(status: impl Future<Output = u16>) -> (i64, u128, u16) {
    let left = SystemClock.now().timestamp_millis();
    let begun = Instant::now();
    let status = status.await;
    (left, begun.elapsed().as_micros(), status)
}

/// The status of the answer, once all of it is there; 0 where none came.
async fn status(client: Http, request: Request<Body>) -> u16 {
    let Ok(answer) = client.request(request).await else {
        return 0;
    };
    let status = answer.status().as_u16();
    match axum::body::to_bytes(Body::new(answer.into_body()), LONGEST).await {
        Ok(_) => status,
        Err(_) => 0,
    }
}
