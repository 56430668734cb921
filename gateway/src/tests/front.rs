//! The gateway with its routes, in process.

use std::{num::NonZeroUsize, sync::Arc};

use axum::{Router, body::Body, response::Response};
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt as _;
use lintel_auth::{AccessRules, ServiceKey};
use lintel_core::{Principal, SessionId, SystemClock};
use lintel_files::FileStore;
use lintel_runtime::{
    SharedConfig,
    limits::{Quotas, Stored},
};
use lintel_testkit::tokens::{TokenMint, landlord};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::upstream::Upstream;
use crate::{
    Gateway,
    clients::Clients,
    front::{
        activity::Activity, address::Addresses, api_keys::ApiKeys, cookies::Cookies,
        limits::Limits, readiness::Readiness, sessions::Sessions, shedding::Shedding, spa::Spa,
    },
    live::{Connection, Hub, OpenStreams},
    router::router,
    state::Parts,
    uploads::Uploads,
};

/// Files that one account may send in a test.
pub const UPLOADS: u32 = 40;

/// The same number as in `gateway/config.default.toml`.
pub const AT_ONCE: NonZeroUsize = NonZeroUsize::new(48).unwrap();

/// The gateway, the service behind it, and a maker of tokens. All end when it is dropped.
pub struct Front {
    pub gateway: Gateway,
    pub upstream: Upstream,
    pub mint: TokenMint,
    pub pages: TempDir,
    pub folder: TempDir,
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
        Self::with_limits(&json!({})).await
    }

    /// Starts a gateway with this limit of calls a minute for each address and account.
    pub async fn with_limit(api_per_minute: u32) -> Self {
        Self::with_limits(&json!({"limit_api_per_minute": api_per_minute})).await
    }

    /// Starts a gateway with these limits, by the names of the shared configuration.
    pub async fn with_limits(limits: &Value) -> Self {
        let stop = CancellationToken::new();
        let upstream = Upstream::default();
        let url = upstream.start(stop.clone()).await;
        Self::before(upstream, &url, limits, stop)
    }

    /// Starts a gateway in front of services that cannot be reached.
    pub fn alone() -> Self {
        let port = lintel_testkit::free_port().unwrap();
        let url = format!("http://127.0.0.1:{port}");
        Self::before(
            Upstream::default(),
            &url,
            &json!({}),
            CancellationToken::new(),
        )
    }

    fn before(upstream: Upstream, url: &str, limits: &Value, stop: CancellationToken) -> Self {
        let mut values = json!({
            "profile": "dev", "public_url": "http://lintel.test", "identity_url": url, "portfolio_url": url,
            "tenancy_applications_url": url, "viewings_maintenance_url": url, "listings_import_url": url, "notifications_url": url,
            "limit_upload_per_hour": UPLOADS,
        });
        for (name, limit) in limits.as_object().unwrap() {
            values[name] = limit.clone();
        }
        let shared = SharedConfig::defaults_with(values).unwrap();
        let mint = TokenMint::new().unwrap();
        let pages = TempDir::new().unwrap();
        let folder = TempDir::new().unwrap();
        let files = FileStore::open(&format!("file://{}", folder.path().display())).unwrap();
        let gateway = Gateway::new(Parts {
            public_url: shared.public_url.clone(),
            rules: AccessRules::from_contract().unwrap(),
            api_keys: ApiKeys::default(),
            sessions: Sessions::new(mint.verifier.clone()),
            clients: Clients::new(&shared).unwrap(),
            service_key: ServiceKey::new("our own".into()),
            activity: Activity::default(),
            limits: Limits::new(&Quotas::of(&shared).unwrap()),
            full_queue: crate::front::full_queue::FullQueue::default(),
            addresses: Addresses::default(),
            cookies: Cookies::new(&shared.public_url),
            hub: Hub::default(),
            streams: OpenStreams::default(),
            readiness: Readiness::new(Connection::default(), stop.clone()),
            uploads: Uploads::new(files.clone(), Stored::of(&shared).unwrap()),
            files,
            spa: Spa::new(pages.path().to_owned()),
            clock: Arc::new(SystemClock),
            stop: stop.clone(),
        });
        Self {
            router: router(gateway.clone(), Shedding::new(AT_ONCE)),
            gateway,
            upstream,
            mint,
            pages,
            folder,
            stop,
        }
    }

    /// A landlord who owns organisation 1, and their token.
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

    /// The result of a download whose session ends after its first bytes: how many bytes came, and whether it failed.
    pub async fn cut_off(&self, session: SessionId, request: Request<Body>) -> (usize, bool) {
        let response = self.open(request).await;
        assert_eq!(response.status(), 200);
        let mut body = response.into_body();
        let first = body.frame().await.unwrap().unwrap();
        let mut read = first.into_data().unwrap().len();
        self.gateway.sessions.end(session);
        // Waiters for the end were told before this one is.
        self.gateway.sessions.until_ended(session).await.unwrap();
        loop {
            match body.frame().await {
                Some(Ok(frame)) => read += frame.into_data().unwrap().len(),
                Some(Err(_)) => return (read, true),
                None => return (read, false),
            }
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
