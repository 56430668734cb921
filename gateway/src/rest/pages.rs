//! Lists: one page if a page is asked for, otherwise all rows up to a bound.

use std::{fmt::Write as _, future::Future, time::Duration};

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header};
use lintel_proto::Rpc;
use serde::Serialize;

use crate::{
    call::Call,
    rest::{input::PageQuery, problem::Problem},
};

/// The most rows of a list without a page (docs/reference/http.md).
pub(crate) const MOST_ROWS: usize = 10_000;
/// The most that a service gives at once.
pub(crate) const PAGE: i32 = 200;

/// Time limit for a whole list, which takes up to fifty calls.
pub(crate) const WHOLE_LIST: Duration = Duration::from_secs(10);

/// The rows of one page and where the next begins; empty on the last.
pub(crate) type Page<T> = (Vec<T>, String);

/// The header with the number of rows on all pages together.
pub(crate) const TOTAL_COUNT: &str = "lintel-total-count";

/// Gives `call` the time of a whole list where one is asked for. A page takes no longer than any other read.
pub(crate) fn within<R: Rpc>(call: Call<R>, query: &PageQuery) -> Call<R> {
    if query.paged {
        return call;
    }
    call.within(WHOLE_LIST)
}

/// Fetches what `query` asks for and answers with an array, and with a `Link` to `path`, which may have a query, if there are
/// more rows.
///
/// # Errors
/// The first page's that could not be fetched.
pub(crate) async fn answer<T, F>(
    path: &str,
    query: PageQuery,
    fetch: impl Fn(i32, String) -> F,
) -> Result<Response, Problem>
where
    T: Serialize,
    F: Future<Output = Result<Page<T>, Problem>>,
{
    let (rows, next) = gather(path, query, fetch).await?;
    let mut response = Json(rows).into_response();
    if let Some(link) = next {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

/// The same without the answer: the rows, and the `Link` if there are more.
///
/// # Errors
/// The first page's that could not be fetched.
pub(crate) async fn gather<T, F>(
    path: &str,
    query: PageQuery,
    fetch: impl Fn(i32, String) -> F,
) -> Result<(Vec<T>, Option<HeaderValue>), Problem>
where
    F: Future<Output = Result<Page<T>, Problem>>,
{
    let size = if query.paged { query.page_size } else { PAGE };
    let (mut rows, mut next) = fetch(size, query.page_token).await?;
    while !query.paged && !next.is_empty() && rows.len() < MOST_ROWS {
        let (more, following) = fetch(PAGE, next).await?;
        rows.extend(more);
        next = following;
    }
    let link = (!next.is_empty())
        .then(|| HeaderValue::from_str(&link(path, size, &next)).ok())
        .flatten();
    Ok((rows, link))
}

fn link(path: &str, size: i32, token: &str) -> String {
    let joint = if path.contains('?') { '&' } else { '?' };
    let mut link = format!("<{path}{joint}");
    if size > 0 {
        // Writing into a string cannot fail.
        let _ = write!(link, "pageSize={size}&");
    }
    // A token is base64url, which needs no escaping in a query.
    let _ = write!(link, "pageToken={token}>; rel=\"next\"");
    link
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// A service with `total` rows whose tokens are offsets.
    async fn list(total: usize, query: PageQuery) -> (usize, Option<String>) {
        let response = answer("/api/things", query, async |size: i32, token: String| {
            let start: usize = token.parse().unwrap_or_default();
            let size = if size == 0 {
                50
            } else {
                usize::try_from(size).unwrap().min(200)
            };
            let end = (start + size).min(total);
            let next = if end < total {
                end.to_string()
            } else {
                String::new()
            };
            Ok(((start..end).collect(), next))
        })
        .await
        .unwrap();
        let link = response.headers().get(header::LINK);
        let link = link.map(|link| link.to_str().unwrap().to_owned());
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap();
        let rows: Vec<usize> = serde_json::from_slice(&bytes).unwrap();
        (rows.len(), link)
    }

    fn page(size: i32, token: &str) -> PageQuery {
        PageQuery {
            page_size: size,
            page_token: token.to_owned(),
            paged: true,
        }
    }

    #[tokio::test]
    async fn without_a_page_everything_comes_at_once() {
        assert_eq!(list(0, PageQuery::default()).await, (0, None));
        assert_eq!(list(9_950, PageQuery::default()).await, (9_950, None));
        assert_eq!(list(10_000, PageQuery::default()).await, (10_000, None));
    }

    #[tokio::test]
    async fn beyond_the_bound_a_link_leads_on() {
        let (rows, link) = list(10_001, PageQuery::default()).await;
        assert_eq!(rows, 10_000);
        let expected = r#"</api/things?pageSize=200&pageToken=10000>; rel="next""#;
        assert_eq!(link.as_deref(), Some(expected));
    }

    #[test]
    fn the_next_page_of_a_narrowed_list_is_narrowed_too() {
        assert_eq!(
            link("/api/things?state=A", 20, "x"),
            r#"</api/things?state=A&pageSize=20&pageToken=x>; rel="next""#
        );
    }

    #[tokio::test]
    async fn a_page_is_a_page_and_links_to_the_next() {
        let (rows, link) = list(120, page(20, "")).await;
        assert_eq!(rows, 20);
        let expected = r#"</api/things?pageSize=20&pageToken=20>; rel="next""#;
        assert_eq!(link.as_deref(), Some(expected));
        assert_eq!(list(120, page(20, "100")).await, (20, None));
        let (rows, link) = list(120, page(0, "10")).await;
        assert_eq!(rows, 50);
        assert_eq!(
            link.as_deref(),
            Some(r#"</api/things?pageToken=60>; rel="next""#)
        );
    }
}
