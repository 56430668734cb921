//! Parts that requests and replies about one row share.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::rest::problem::Problem;

/// The policy of a file in a browser: it may load and run nothing (docs/reference/promises.md T24).
pub(crate) const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The message of a reply. Every reply has one; its absence is an error of ours.
///
/// # Errors
/// A 500 [`Problem`].
pub(crate) fn present<T>(message: Option<T>) -> Result<T, Problem> {
    message.ok_or_else(|| Problem::internal("a reply came without its message"))
}

/// One row with its version as ETag.
pub(crate) fn row<T: Serialize>(status: StatusCode, version: i64, body: T) -> Response {
    let mut response = (status, Json(body)).into_response();
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{version}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Converts a list of rows of the contract.
///
/// # Errors
/// The first row's that does not convert.
pub(crate) fn rows<T, U>(rows: Vec<T>) -> Result<Vec<U>, Problem>
where
    U: TryFrom<T, Error = Problem>,
{
    rows.into_iter().map(U::try_from).collect()
}

/// A name of letters, digits and blanks for a file, whatever a person called it.
pub(crate) fn plain_name(name: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
    let name: String = name.chars().filter(is_plain).take(100).collect();
    match name.trim() {
        "" => "document".to_owned(),
        name => name.to_owned(),
    }
}

/// A file of these bytes: photos and PDFs to look at, anything else to keep.
pub(crate) fn file(
    media_type: &str,
    file_name: &str,
    content: Vec<u8>,
) -> Result<Response, Problem> {
    let (kind, shown) = match media_type {
        "image/jpeg" => ("image/jpeg", true),
        "image/png" => ("image/png", true),
        "application/pdf" => ("application/pdf", true),
        "application/json" => ("application/json", false),
        "text/csv" => ("text/csv; charset=utf-8", false),
        _ => ("application/octet-stream", false),
    };
    let name = plain_name(file_name);
    let way = if shown { "inline" } else { "attachment" };
    let disposition = HeaderValue::try_from(format!("{way}; filename=\"{name}\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (
            header::CONTENT_DISPOSITION,
            disposition.map_err(Problem::internal)?,
        ),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
    ];
    Ok((headers, content).into_response())
}
