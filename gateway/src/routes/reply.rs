//! Parts that requests and replies about one row share.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::problem::Problem;

/// The message of a reply. Every reply has one; its absence is an error of ours.
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
