//! The headers that protect a browser, on every kind of reply (docs/reference/promises.md T27).

use std::fs;

use axum::{body::Body, response::Response};
use http::{HeaderMap, header};
use serde_json::json;
use tower::ServiceExt as _;

use super::front::{Front, request};
use crate::{front::access_log, rest::problem::Problem};

/// The headers that every reply has.
fn is_protected(headers: &HeaderMap, what: &str) {
    let says = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    assert_eq!(says("x-content-type-options"), "nosniff", "{what}");
    assert_eq!(says("referrer-policy"), "no-referrer", "{what}");
    assert_eq!(says("x-frame-options"), "DENY", "{what}");
    assert_eq!(says("cross-origin-opener-policy"), "same-origin", "{what}");
    let devices = says("permissions-policy");
    for device in ["camera", "geolocation", "microphone", "payment", "usb"] {
        assert!(
            devices.contains(&format!("{device}=()")),
            "{what}: {devices}"
        );
    }
    let policy = says("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none';"),
        "{what}: {policy}"
    );
    assert!(
        policy.contains("frame-ancestors 'none'"),
        "{what}: {policy}"
    );
    assert!(!policy.contains("unsafe"), "{what}: {policy}");
    let kind = says("content-type");
    let is_text = kind.starts_with("text/") && kind != "text/event-stream";
    assert!(
        !is_text || kind.ends_with("charset=utf-8"),
        "{what}: {kind}"
    );
}

fn built(front: &Front) {
    let folder = front.pages.path();
    fs::create_dir(folder.join("assets")).unwrap();
    for name in [
        "index.html",
        "robots.txt",
        "favicon.svg",
        "assets/app-1.js",
        "assets/face-1.woff2",
    ] {
        fs::write(folder.join(name), "x").unwrap();
    }
}

#[tokio::test]
async fn every_kind_of_reply_protects_the_browser_that_shows_it() {
    let front = Front::new().await;
    built(&front);
    let (_, token) = front.landlord();
    let large = || Body::from(vec![b' '; 1024 * 1024 + 1]);
    for (method, path, token, body, status) in [
        ("GET", "/", "", Body::empty(), 200),
        ("HEAD", "/portfolio", "", Body::empty(), 200),
        ("GET", "/verify-email?token=t", "", Body::empty(), 200),
        ("GET", "/robots.txt", "", Body::empty(), 200),
        ("GET", "/favicon.svg", "", Body::empty(), 200),
        ("GET", "/assets/app-1.js", "", Body::empty(), 200),
        ("GET", "/assets/face-1.woff2", "", Body::empty(), 200),
        ("GET", "/assets/gone.js", "", Body::empty(), 404),
        ("POST", "/portfolio", "", Body::empty(), 405),
        ("GET", "/healthz", "", Body::empty(), 200),
        ("GET", "/readyz", "", Body::empty(), 503),
        ("GET", "/api/openapi.json", "", Body::empty(), 200),
        ("GET", "/api/nothing", "", Body::empty(), 404),
        ("PUT", "/api/properties", "", Body::empty(), 405),
        ("OPTIONS", "/api/properties", "", Body::empty(), 405),
        ("POST", "/api/properties", "", large(), 413),
        ("GET", "/api/properties", "", Body::empty(), 401),
        ("GET", "/api/events", "", Body::empty(), 401),
        ("GET", "/api/events", token.as_str(), Body::empty(), 200),
        (
            "POST",
            "/api/properties",
            token.as_str(),
            Body::from("{"),
            400,
        ),
        (
            "POST",
            "/api/auth/signup",
            "",
            Body::from("{\"name\": 5}"),
            422,
        ),
        (
            "GET",
            "/api/properties/x",
            token.as_str(),
            Body::empty(),
            404,
        ),
    ] {
        let what = format!("{method} {path}");
        // The body is not read: the event stream does not end.
        let response = front.open(request(method, path, token, body)).await;
        assert_eq!(response.status(), status, "{what}");
        is_protected(response.headers(), &what);
        let is_personal = path.starts_with("/api/") || !response.status().is_success();
        let cache = response.headers().get(header::CACHE_CONTROL);
        assert!(
            !is_personal || path == "/readyz" || cache.is_some_and(|value| value == "no-store"),
            "{what}"
        );
    }
}

#[tokio::test]
async fn t26_no_other_origin_is_let_in_whatever_it_calls_itself() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost:8080.evil.example",
        "http://evil.example/http://localhost:8080",
        "http://evillocalhost:8080",
        "http://sub.localhost:8080",
        "http://localhost:80800",
        "http://localhost:8080@evil.example",
        "http://LOCALHOST:8080",
        "https://localhost:8080",
        "file://",
        "http://localhost:8080",
    ] {
        for (method, asked) in [("OPTIONS", "PATCH"), ("GET", "GET")] {
            let mut request = request(method, "/api/properties", &token, Body::empty());
            let headers = request.headers_mut();
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            headers.insert(
                header::ACCESS_CONTROL_REQUEST_METHOD,
                asked.parse().unwrap(),
            );
            let response = front.open(request).await;
            let allows = |name: &header::HeaderName| name.as_str().starts_with("access-control-");
            assert!(
                !response.headers().keys().any(allows),
                "{method} from {origin}: {:?}",
                response.headers()
            );
        }
    }
}

#[tokio::test]
async fn refusals_of_a_gateway_in_trouble_do_so_too() {
    let busy = Front::with_limit(1).await;
    let _ = busy.post("/api/auth/login", "", &json!({})).await;
    let alone = Front::alone();
    let (_, token) = alone.landlord();
    for (answer, status) in [
        (busy.post("/api/auth/login", "", &json!({})).await, 429),
        (alone.get("/api/user-settings", &token).await, 503),
    ] {
        assert_eq!(answer.status, status);
        is_protected(&answer.headers, &format!("{status}"));
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn a_handler_that_panicked_and_one_that_was_slow_do_so_too() {
    let front = Front::new().await;
    for (path, status) in [("/panic", 500), ("/slow", 504)] {
        let answer = async |request| {
            let router = axum::Router::new()
                .route(
                    "/panic",
                    axum::routing::get(|| async { crate::router::panicked(Box::new("oops")) }),
                )
                .route(
                    "/slow",
                    axum::routing::get(|| async {
                        Problem::from(lintel_core::Error::DeadlineExceeded)
                    }),
                );
            router.oneshot(request).await.unwrap()
        };
        let request = request("GET", path, "", Body::empty());
        let response: Response = access_log::observe(&front.gateway, request, answer).await;
        assert_eq!(response.status(), status);
        is_protected(response.headers(), path);
        assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
    }
}
