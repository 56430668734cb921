//! CSV files in and out, for every resource that has them.

use std::time::Duration;

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures::{Stream, future::BoxFuture};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use utoipa::ToSchema;

use crate::{Gateway, front::large_body::LargeBody, rest::problem::Problem, uploads::form};

/// Time limit for checking every line of a file.
pub(crate) const CHECKING: Duration = Duration::from_secs(15);
/// Time limit for exporting everything.
pub(crate) const EXPORTING: Duration = Duration::from_secs(60);
const CSV: HeaderValue = HeaderValue::from_static("text/csv; charset=utf-8; header=present");

/// A form with one file.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; Uploads::table reads it")]
pub(crate) struct ImportForm {
    /// The file.
    #[schema(format = Binary, content_media_type = "text/csv")]
    file: String,
}

/// A page of a file, and the token of the next one; empty on the last.
pub(crate) type Part = (Vec<u8>, String);

/// The file, page by page, where `next` reads the page of a token. A page that cannot be read ends it with an error, so that the client
/// does not take it for complete.
pub(crate) fn parts(
    first: Part,
    next: impl Fn(String) -> BoxFuture<'static, Result<Part, Problem>>,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> {
    let state = (next, Some(Ok(first)));
    futures::stream::unfold(state, async |(next, part)| {
        let (content, token) = match part? {
            Ok(part) => part,
            Err(token) => match next(token).await {
                Ok(part) => part,
                Err(problem) => {
                    return Some((Err(std::io::Error::other(problem.detail)), (next, None)));
                }
            },
        };
        let following = (!token.is_empty()).then_some(Err(token));
        Some((Ok(Bytes::from(content)), (next, following)))
    })
}

/// A file to keep under this name.
pub(crate) fn file(name: &str, body: Body) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, CSV);
    if let Ok(disposition) = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

/// The file that was sent, as the body itself or in a form, and what it is called.
///
/// # Errors
/// A [`Problem`]: another media type, not a valid form, 408, 413, 503.
pub(crate) async fn sent(
    gateway: &Gateway,
    headers: &HeaderMap,
    body: &LargeBody,
) -> Result<(String, Vec<u8>), Problem> {
    let form = form::boundary_if_any(headers);
    let kind = headers
        .get(header::CONTENT_TYPE)
        .map_or(&b""[..], HeaderValue::as_bytes);
    if form.is_none() && !kind.starts_with(b"text/csv") {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "MEDIA_TYPE_UNSUPPORTED",
            "Send text/csv, or a form with the header Content-Type: multipart/form-data.",
        ));
    }
    gateway.uploads.table(form, body).await
}
