//! Serves the built pages: `index.html` for every address of a screen, and the files that it loads.

use std::path::{Path, PathBuf};

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use http::{HeaderValue, Method, Request, StatusCode, header};
use rand::RngCore as _;
use tower::ServiceExt as _;
use tower_http::services::ServeDir;

use crate::{
    front::headers::{name_charset, page_policy},
    rest::problem::Problem,
};

/// The placeholder of the nonce in `index.html`.
const PLACEHOLDER: &str = "__CSP_NONCE__";
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const BRIEFLY: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const NEVER: HeaderValue = HeaderValue::from_static("no-store");

/// The folder of the built pages.
#[derive(Debug, Clone)]
pub struct Spa {
    folder: PathBuf,
}

impl Spa {
    /// Serves `folder`, which is read at each request, so that a new build is served at once.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Answers a request without an API route.
    pub async fn answer(&self, request: Request<Body>) -> Response {
        let path = request.uri().path();
        // No screen is below these two; a wrong path there is an error of a program.
        if path == "/api" || path.starts_with("/api/") || path.starts_with("/.well-known/") {
            return Problem::unknown_path().into_response();
        }
        let is_asset = path.starts_with("/assets/");
        let is_file = is_asset || names_a_file(path);
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return if is_file {
                Problem::unknown_path().into_response()
            } else {
                let refusal = Problem::of_status(StatusCode::METHOD_NOT_ALLOWED);
                ([(header::ALLOW, "GET,HEAD")], refusal).into_response()
            };
        }
        if is_file {
            let lifetime = if is_asset { FOREVER } else { BRIEFLY };
            let works = path == "/sw.js";
            let mut response = self.file(request, lifetime).await;
            if works {
                // A worker is bound by the policy of its own file: it asks this server for pages.
                let policy = HeaderValue::from_static("default-src 'none'; connect-src 'self'");
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_SECURITY_POLICY, policy);
            }
            return response;
        }
        self.page().await
    }

    /// A file, in its compressed form if there is one beside it. A missing one is 404 and never the page: a tab that is older
    /// than the build would run the page as a script.
    async fn file(&self, request: Request<Body>, lifetime: HeaderValue) -> Response {
        let files = ServeDir::new(&self.folder)
            .append_index_html_on_directories(false)
            .precompressed_br()
            .precompressed_gzip();
        let Ok(response) = files.oneshot(request).await;
        if !response.status().is_success() && response.status() != StatusCode::NOT_MODIFIED {
            return match response.status() {
                StatusCode::RANGE_NOT_SATISFIABLE => response.into_response(),
                _ => Problem::unknown_path().into_response(),
            };
        }
        let mut response = response.map(Body::new);
        name_charset(response.headers_mut());
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, lifetime);
        response
    }

    async fn page(&self) -> Response {
        let index = self.folder.join("index.html");
        match tokio::fs::read_to_string(&index).await {
            Ok(html) => page(&html),
            Err(error) => {
                tracing::error!(%error, "the pages are not built");
                Problem::new(
                    StatusCode::NOT_FOUND,
                    "PAGES_MISSING",
                    "The pages of this installation have not been built.",
                )
                .into_response()
            }
        }
    }
}

fn page(html: &str) -> Response {
    let mut bytes = [0; 16];
    rand::thread_rng().fill_bytes(&mut bytes);
    let nonce = STANDARD_NO_PAD.encode(bytes);
    let policy = page_policy(&nonce);
    (
        [
            (
                header::CONTENT_TYPE,
                HeaderValue::from_static("text/html; charset=utf-8"),
            ),
            (header::CACHE_CONTROL, NEVER),
        ],
        [(header::CONTENT_SECURITY_POLICY, policy)],
        html.replace(PLACEHOLDER, &nonce),
    )
        .into_response()
}

/// `/favicon.svg` is a file, `/portfolio/7` and `/verify-email` are pages.
fn names_a_file(path: &str) -> bool {
    Path::new(path).extension().is_some()
}
