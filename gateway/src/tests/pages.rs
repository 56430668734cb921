//! The built pages.

use std::fs;

use axum::body::Body;
use http::Request;

use super::front::{Front, request};

fn built(front: &Front) {
    let folder = front.pages.path();
    fs::create_dir(folder.join("assets")).unwrap();
    for (name, text) in [
        (
            "index.html",
            "<meta content=\"__CSP_NONCE__\"><style nonce=\"__CSP_NONCE__\"></style>",
        ),
        ("favicon.svg", "<svg/>"),
        ("assets/app-1.js", "console.log(1)"),
        ("assets/app-1.js.br", "compressed"),
        ("assets/big-1.js", &"x".repeat(10_000)),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(folder.parent().unwrap().join("lintel-secret.txt"), "secret").unwrap();
}

#[tokio::test]
async fn every_address_of_a_screen_is_the_page_with_a_nonce_of_its_own() {
    let front = Front::new().await;
    built(&front);
    let mut nonces = Vec::new();
    for path in [
        "/",
        "/portfolio",
        "/verify-email?token=abc",
        "/guarantor-verify/a-b_c",
        "/apiary",
    ] {
        let answer = front.get(path, "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(!answer.text.contains("__CSP_NONCE__"));
        let policy = answer.header("content-security-policy").to_owned();
        let nonce = policy
            .split("'nonce-")
            .nth(1)
            .unwrap()
            .split('\'')
            .next()
            .unwrap()
            .to_owned();
        assert_eq!(answer.text.matches(&nonce).count(), 2);
        assert!(policy.contains("script-src 'self';"), "{policy}");
        nonces.push(nonce);
    }
    nonces.sort();
    nonces.dedup();
    assert_eq!(nonces.len(), 5);
    assert_eq!(
        front
            .send(request("HEAD", "/portfolio", "", Body::empty()))
            .await
            .status,
        200
    );
    let post = front
        .send(request("POST", "/portfolio", "", Body::empty()))
        .await;
    assert_eq!(
        (post.status.as_u16(), post.header("allow")),
        (405, "GET,HEAD")
    );
}

#[tokio::test]
async fn files_of_a_build_are_kept_forever_and_a_missing_one_is_never_the_page() {
    let front = Front::new().await;
    built(&front);
    let answer = front.get("/assets/app-1.js", "").await;
    assert_eq!(answer.text, "console.log(1)");
    assert!(answer.header("content-type").contains("javascript"));
    assert_eq!(
        answer.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    for path in [
        "/assets/app-2.js",
        "/assets/",
        "/assets",
        "/robots.txt",
        "/assets/../index.html",
    ] {
        let answer = front.get(path, "").await;
        if path == "/assets" {
            continue;
        }
        assert_eq!(
            (answer.status.as_u16(), answer.reason()),
            (404, "PATH_UNKNOWN".to_owned()),
            "{path}"
        );
        assert_eq!(answer.header("x-frame-options"), "DENY");
    }
    assert_eq!(front.get("/favicon.svg", "").await.status, 200);
}

#[tokio::test]
async fn nothing_outside_the_folder_is_served() {
    let front = Front::new().await;
    built(&front);
    for path in [
        "/../lintel-secret.txt",
        "/assets/../../lintel-secret.txt",
        "/%2e%2e/lintel-secret.txt",
        "/assets/%2e%2e%2f%2e%2e%2flintel-secret.txt",
        "/assets/..%5c..%5clintel-secret.txt",
        "/assets/%00.js",
    ] {
        let answer = front.get(path, "").await;
        assert!(!answer.text.contains("secret"), "{path}");
        assert!(
            answer.status == 404 || answer.status == 200,
            "{path}: {}",
            answer.status
        );
    }
}

#[tokio::test]
async fn compressed_files_are_served_to_whom_they_suit() {
    let front = Front::new().await;
    built(&front);
    let ask = |path: &str, encoding: &str| {
        let request = Request::builder()
            .uri(path)
            .header("accept-encoding", encoding);
        request.body(Body::empty()).unwrap()
    };
    let answer = front.send(ask("/assets/app-1.js", "gzip, br")).await;
    assert_eq!(
        (answer.header("content-encoding"), answer.text.as_str()),
        ("br", "compressed")
    );
    let answer = front.send(ask("/assets/big-1.js", "gzip")).await;
    assert_eq!(answer.header("content-encoding"), "gzip");
    assert!(answer.text.len() < 1000);
}

#[tokio::test]
async fn an_installation_without_pages_says_so() {
    let front = Front::new().await;
    assert_eq!(front.get("/", "").await.reason(), "PAGES_MISSING");
}
