//! The headers that protect a browser, on every reply (docs/reference/promises.md T21, T27).

use http::{HeaderMap, HeaderName, HeaderValue, header};

const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");
/// The policy of replies that are not a page: they load nothing and may not be framed.
const NOTHING: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
const A_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");

/// The devices that no page of ours asks for: a script that got in anyway gets none of them either.
const NO_DEVICES: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), \
     usb=()",
);

/// Adds the headers that a reply does not set itself.
pub fn protect(headers: &mut HeaderMap, https: bool) {
    let mut add = |name: HeaderName, value: HeaderValue| {
        headers.entry(name).or_insert(value);
    };
    add(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF);
    add(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    add(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    add(header::CONTENT_SECURITY_POLICY, NOTHING);
    add(
        HeaderName::from_static("cross-origin-opener-policy"),
        SAME_ORIGIN,
    );
    add(
        HeaderName::from_static("cross-origin-resource-policy"),
        SAME_ORIGIN,
    );
    add(HeaderName::from_static("permissions-policy"), NO_DEVICES);
    if https {
        add(header::STRICT_TRANSPORT_SECURITY, A_YEAR);
    }
}

/// Adds the charset UTF-8 to text types without one.
pub fn name_charset(headers: &mut HeaderMap) {
    let kind = headers.get(header::CONTENT_TYPE);
    let Some(kind) = kind.and_then(|value| value.to_str().ok()) else {
        return;
    };
    if !kind.starts_with("text/") || kind.contains("charset") {
        return;
    }
    if let Ok(named) = HeaderValue::try_from(format!("{kind}; charset=utf-8")) {
        headers.insert(header::CONTENT_TYPE, named);
    }
}

/// The policy of a page whose style elements carry `nonce`.
#[must_use]
pub fn page_policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; \
         manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; \
         frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_has_a_policy_keeps_it() {
        let mut headers = HeaderMap::new();
        let policy = HeaderValue::from_static("sandbox");
        headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        protect(&mut headers, false);
        assert_eq!(headers.get(header::CONTENT_SECURITY_POLICY), Some(&policy));
        assert!(!headers.contains_key(header::STRICT_TRANSPORT_SECURITY));
        assert_eq!(headers.get(header::X_CONTENT_TYPE_OPTIONS), Some(&NOSNIFF));
    }

    #[test]
    fn https_is_remembered_for_a_year() {
        let mut headers = HeaderMap::new();
        protect(&mut headers, true);
        assert_eq!(
            headers.get(header::STRICT_TRANSPORT_SECURITY),
            Some(&A_YEAR)
        );
    }

    #[test]
    fn a_page_runs_no_script_but_its_own_and_no_style_without_the_nonce() {
        let policy = page_policy("abc");
        assert!(policy.contains("script-src 'self';"));
        assert!(policy.contains("style-src 'self' 'nonce-abc';"));
        assert!(!policy.contains("unsafe"));
    }

    #[test]
    fn a_page_loads_nothing_from_another_host() {
        let policy = page_policy("abc");
        assert!(policy.contains("default-src 'none';"));
        assert!(policy.contains("img-src 'self' blob: data:;"));
        for from_elsewhere in ["http:", "https:", "*", "://"] {
            assert!(!policy.contains(from_elsewhere), "{policy}");
        }
    }
}
