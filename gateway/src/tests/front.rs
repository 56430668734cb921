//! The gateway with its routes, in process.

use std::{num::NonZeroU32, sync::Arc};

use axum::{Router, body::Body, response::Response};
use http::{HeaderMap, Request, StatusCode};
use lintel_auth::{AccessRules, ServiceKey};
use lintel_core::{Principal, SystemClock};
use lintel_runtime::SharedConfig;
use lintel_testkit::tokens::{TokenMint, landlord};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::upstream::Upstream;
use crate::{
    Gateway,
    address::Addresses,
    clients::Clients,
    cookies::Cookies,
    limits::{Limits, Quotas},
    live::{Connection, Hub},
    readiness::Readiness,
    retry::Retries,
    router::router,
    sessions::Sessions,
    shedding::Shedding,
    spa::Spa,
    state::Parts,
};

/// The gateway, the service behind it, and a mint for tokens. Everything ends with it.
pub struct Front {
    pub gateway: Gateway,
    pub upstream: Upstream,
    pub mint: TokenMint,
    pub pages: TempDir,
    pub stop: CancellationToken,
    router: Router,
}

impl Drop for Front {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// A reply, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    pub fn reason(&self) -> String {
        let kind = self
            .headers
            .get("content-type")
            .map(|kind| kind.to_str().unwrap());
        assert_eq!(kind, Some("application/problem+json"), "{self:?}");
        self.json()["reason"].as_str().unwrap().to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

impl Front {
    pub async fn new() -> Self {
        Self::with_limit(10_000).await
    }

    /// With so many calls a minute for each address.
    pub async fn with_limit(api_per_minute: u32) -> Self {
        let stop = CancellationToken::new();
        let upstream = Upstream::default();
        let url = upstream.start(stop.clone()).await;
        Self::before(upstream, &url, api_per_minute, stop)
    }

    /// Before services that nobody can reach.
    pub fn alone() -> Self {
        let port = lintel_testkit::free_port().unwrap();
        let url = format!("http://127.0.0.1:{port}");
        Self::before(Upstream::default(), &url, 10_000, CancellationToken::new())
    }

    fn before(upstream: Upstream, url: &str, api: u32, stop: CancellationToken) -> Self {
        let shared = SharedConfig::defaults_with(json!({
            "profile": "dev", "public_url": "http://lintel.test", "identity_url": url, "portfolio_url": url,
        }))
        .unwrap();
        let mint = TokenMint::new().unwrap();
        let pages = TempDir::new().unwrap();
        let many = NonZeroU32::new(10_000).unwrap();
        let gateway = Gateway::new(Parts {
            public_url: shared.public_url.clone(),
            rules: AccessRules::from_contract().unwrap(),
            sessions: Sessions::new(mint.verifier.clone()),
            clients: Clients::new(&shared).unwrap(),
            service_key: ServiceKey::new("our own".into()),
            retries: Retries::default(),
            limits: Limits::new(&Quotas {
                login_per_minute: many,
                signup_per_hour: many,
                code_per_hour: many,
                resend_per_hour: many,
                api_per_minute: NonZeroU32::new(api).unwrap(),
            }),
            addresses: Addresses::default(),
            cookies: Cookies::new(&shared.public_url),
            hub: Hub::default(),
            readiness: Readiness::new(Connection::default(), stop.clone()),
            spa: Spa::new(pages.path().to_owned()),
            clock: Arc::new(SystemClock),
            stop: stop.clone(),
        });
        Self {
            router: router(gateway.clone(), Shedding::default()),
            gateway,
            upstream,
            mint,
            pages,
            stop,
        }
    }

    /// A landlord who owns organisation 1, and the token that says so.
    pub fn landlord(&self) -> (Principal, String) {
        let landlord = landlord(7, 1);
        let token = self.mint.token(&landlord).unwrap();
        (landlord, token)
    }

    pub async fn open(&self, request: Request<Body>) -> Response {
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.open(request).await;
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.send(request("GET", path, token, Body::empty())).await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.send(request("POST", path, token, Body::from(body.to_string())))
            .await
    }
}

/// A request with JSON and, where there is one, a token.
pub fn request(method: &str, path: &str, token: &str, body: Body) -> Request<Body> {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header("content-type", "application/json");
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    request.body(body).unwrap()
}
