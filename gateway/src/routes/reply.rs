//! Parts that requests and replies about one row share.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::{
    input::{FieldReader, JsonObject},
    problem::Problem,
};

/// The contract sends a whole message in every reply; one without it is a fault of ours.
///
/// # Errors
/// A 500 [`Problem`].
pub(super) fn present<T>(message: Option<T>) -> Result<T, Problem> {
    message.ok_or_else(|| Problem::internal("a reply came without its message"))
}

/// One row with its version as ETag.
pub(super) fn row<T: Serialize>(status: StatusCode, version: i64, body: T) -> Response {
    let mut response = (status, Json(body)).into_response();
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{version}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The versions that the caller wants to change, as the contract's `etag`; empty for any. A header that is no text names no
/// version, so it is passed on as one that matches none.
pub(super) fn if_match(headers: &HeaderMap) -> String {
    let tags = headers.get_all(header::IF_MATCH).iter();
    let tags: Vec<_> = tags
        .map(|tag| tag.to_str().unwrap_or("unreadable"))
        .collect();
    tags.join(", ")
}

/// The caller's name for a change whose request has no body; empty where there is none.
///
/// # Errors
/// A 422 [`Problem`] for a header that is no name.
pub(super) fn request_id(headers: &HeaderMap) -> Result<String, Problem> {
    let nothing = JsonObject::default();
    let mut reader = FieldReader::new(&nothing);
    let id = reader.request_id(headers);
    reader.finish()?;
    Ok(id)
}

/// Converts a list of rows of the contract.
///
/// # Errors
/// The first row's that does not convert.
pub(super) fn rows<T, U>(rows: Vec<T>) -> Result<Vec<U>, Problem>
where
    U: TryFrom<T, Error = Problem>,
{
    rows.into_iter().map(U::try_from).collect()
}
