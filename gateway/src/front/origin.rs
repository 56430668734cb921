//! Checks that a call with only a cookie comes from our own pages (docs/reference/promises.md T25).

use http::{HeaderMap, StatusCode, header};

use crate::rest::problem::Problem;

/// Refuses a call that a browser marks as coming from another site. Clients other than browsers send neither header; they hold
/// the cookie themselves.
///
/// # Errors
/// A 403 [`Problem`].
pub fn same_origin(headers: &HeaderMap, public_url: &str) -> Result<(), Problem> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let site_is_ours = match text("sec-fetch-site") {
        None | Some("same-origin" | "none") => true,
        Some(_) => false,
    };
    let origin_is_ours = match text(header::ORIGIN.as_str()) {
        None => true,
        Some(origin) => {
            // Behind a proxy that keeps the host, or under a second name of the same machine, the page has the host of the
            // request.
            let host = text(header::HOST.as_str());
            let names_host = origin
                .split_once("://")
                .is_some_and(|(_, authority)| host == Some(authority));
            origin == public_url || names_host
        }
    };
    if site_is_ours && origin_is_ours {
        Ok(())
    } else {
        Err(Problem::new(
            StatusCode::FORBIDDEN,
            "ORIGIN_NOT_ALLOWED",
            "This request came from another site.",
        ))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn only_our_own_pages_and_what_is_no_browser_are_let_in() {
        const PUBLIC: &str = "https://lintel.example";
        for (pairs, allowed) in [
            (&[][..], true),
            (&[("origin", "https://lintel.example")][..], true),
            (
                &[
                    ("origin", "https://lintel.example"),
                    ("sec-fetch-site", "same-origin"),
                ][..],
                true,
            ),
            (
                &[
                    ("origin", "http://127.0.0.1:8080"),
                    ("host", "127.0.0.1:8080"),
                ][..],
                true,
            ),
            (&[("sec-fetch-site", "same-origin")][..], true),
            (&[("sec-fetch-site", "cross-site")][..], false),
            (&[("sec-fetch-site", "same-site")][..], false),
            (&[("origin", "null")][..], false),
            (&[("origin", "null"), ("host", "lintel.example")][..], false),
            (
                &[
                    ("origin", "https://evil.example"),
                    ("host", "lintel.example"),
                ][..],
                false,
            ),
            (
                &[("origin", "https://lintel.example.evil.example")][..],
                false,
            ),
            (&[("origin", "https://evil-lintel.example")][..], false),
            (&[("origin", "http://lintel.example")][..], false),
            (
                &[
                    ("origin", "https://lintel.example"),
                    ("sec-fetch-site", "cross-site"),
                ][..],
                false,
            ),
        ] {
            let headers: HeaderMap = pairs
                .iter()
                .map(|(name, value)| {
                    (
                        name.parse::<http::HeaderName>().unwrap(),
                        value.parse().unwrap(),
                    )
                })
                .collect();
            assert_eq!(same_origin(&headers, PUBLIC).is_ok(), allowed, "{pairs:?}");
        }
    }
}
