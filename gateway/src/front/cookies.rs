//! The two cookies of a session (docs/reference/http.md, "Sign-in, cookies, files"), the cookie that identifies a device, and the one of a
//! half-filled application.

use axum::response::{AppendHeaders, IntoResponseParts};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use http::{HeaderMap, header};
use lintel_proto::identity::v1::SessionTokens;

use crate::rest::problem::Problem;

/// The longest time for which browsers keep a cookie.
const DEVICE_SECONDS: i64 = 400 * 24 * 60 * 60;
/// Lifetime of a draft.
const DRAFT_SECONDS: i64 = 30 * 24 * 60 * 60;
/// Lifetime of the read token.
const READ_SECONDS: i64 = 15 * 60;

/// Names and attributes of the cookies; on https they are bound to it.
#[derive(Debug, Clone, Copy)]
pub struct Cookies {
    secure: bool,
}

impl Cookies {
    /// Returns the cookies of an installation with the address `public_url`.
    #[must_use]
    pub fn new(public_url: &str) -> Self {
        Self {
            secure: public_url.starts_with("https://"),
        }
    }

    /// The refresh token that came with a request.
    #[must_use]
    pub fn refresh_token(self, headers: &HeaderMap) -> Option<String> {
        read(headers, self.refresh_name())
    }

    /// The read token that came with a request.
    #[must_use]
    pub fn read_token(self, headers: &HeaderMap) -> Option<String> {
        read(headers, self.read_name())
    }

    /// The device token that came with a request.
    #[must_use]
    pub fn device_token(self, headers: &HeaderMap) -> Option<String> {
        read(headers, self.device_name())
    }

    /// Sets the device token for the next sign-in.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a token that a cookie cannot hold.
    pub fn set_device(self, token: String) -> Result<impl IntoResponseParts + use<>, Problem> {
        let name = self.device_name();
        let cookie = self.cookie(name, token, "/api/auth", DEVICE_SECONDS);
        let value = http::HeaderValue::from_str(&cookie).map_err(Problem::internal)?;
        Ok(AppendHeaders([(header::SET_COOKIE, value)]))
    }

    /// The token of a half-filled application that came with a request.
    #[must_use]
    pub fn draft_token(self, headers: &HeaderMap) -> Option<String> {
        read(headers, self.draft_name())
    }

    /// Sets the token of a half-filled application. It is sent with all of our calls, because the call that ends the draft is not
    /// below the link's path.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a token that a cookie cannot hold.
    pub fn set_draft(self, token: String) -> Result<impl IntoResponseParts + use<>, Problem> {
        headers([self.cookie(self.draft_name(), token, "/api", DRAFT_SECONDS)])
    }

    /// Deletes the token of a half-filled application: it was submitted, and whoever applies next in this browser begins anew.
    ///
    /// # Errors
    /// Never in practice; see [`Self::set_draft`].
    pub fn clear_draft(self) -> Result<impl IntoResponseParts + use<>, Problem> {
        headers([self.cookie(self.draft_name(), String::new(), "/api", 0)])
    }

    /// Sets both cookies of a session until its `session_expire_time`.
    ///
    /// # Errors
    /// A 500 [`Problem`] for tokens that a cookie cannot hold.
    pub fn set(
        self,
        tokens: &SessionTokens,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Result<impl IntoResponseParts + use<>, Problem> {
        let lifetime = lifetime(tokens, now);
        let read = READ_SECONDS.min(lifetime);
        headers([
            self.refresh(tokens.refresh_token.clone(), lifetime),
            self.read(tokens.read_token.clone(), read),
        ])
    }

    /// Sets the read cookie of a session that keeps its refresh token.
    ///
    /// # Errors
    /// Fails like [`Self::set`].
    pub fn set_read(
        self,
        tokens: &SessionTokens,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Result<impl IntoResponseParts + use<>, Problem> {
        let read = READ_SECONDS.min(lifetime(tokens, now));
        headers([self.read(tokens.read_token.clone(), read)])
    }

    /// Deletes both cookies.
    ///
    /// # Errors
    /// Never in practice; see [`Self::set`].
    pub fn clear(self) -> Result<impl IntoResponseParts + use<>, Problem> {
        headers([self.refresh(String::new(), 0), self.read(String::new(), 0)])
    }

    fn refresh(self, value: String, seconds: i64) -> String {
        self.cookie(self.refresh_name(), value, "/api/auth", seconds)
    }

    fn read(self, value: String, seconds: i64) -> String {
        self.cookie(self.read_name(), value, "/api", seconds)
    }

    fn cookie(self, name: &'static str, value: String, path: &'static str, seconds: i64) -> String {
        let mut cookie = Cookie::new(name, value);
        cookie.set_http_only(true);
        cookie.set_same_site(SameSite::Strict);
        cookie.set_path(path);
        cookie.set_secure(self.secure.then_some(true));
        // The attribute is appended here because the cookie crate's own takes another crate's duration.
        format!("{cookie}; Max-Age={}", seconds.max(0))
    }

    const fn refresh_name(self) -> &'static str {
        if self.secure {
            "__Secure-lintel_refresh"
        } else {
            "lintel_refresh"
        }
    }

    const fn device_name(self) -> &'static str {
        if self.secure {
            "__Secure-lintel_device"
        } else {
            "lintel_device"
        }
    }

    const fn draft_name(self) -> &'static str {
        if self.secure {
            "__Secure-lintel_draft"
        } else {
            "lintel_draft"
        }
    }

    const fn read_name(self) -> &'static str {
        if self.secure {
            "__Secure-lintel_read"
        } else {
            "lintel_read"
        }
    }
}

fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    CookieJar::from_headers(headers)
        .get(name)
        .map(|cookie| cookie.value().to_owned())
        .filter(|value| !value.is_empty())
}

/// The seconds until the session ends.
fn lifetime(tokens: &SessionTokens, now: chrono::DateTime<chrono::Utc>) -> i64 {
    let until = tokens.session_expire_time.as_ref();
    until.map_or(0, |until| until.seconds.saturating_sub(now.timestamp()))
}

fn headers<const N: usize>(
    cookies: [String; N],
) -> Result<impl IntoResponseParts + use<N>, Problem> {
    let mut headers = Vec::with_capacity(N);
    for cookie in cookies {
        let value = http::HeaderValue::from_str(&cookie).map_err(Problem::internal)?;
        headers.push((header::SET_COOKIE, value));
    }
    Ok(AppendHeaders(headers))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use axum::response::IntoResponse as _;
    use prost_types::Timestamp;

    use super::*;

    fn set(public_url: &str) -> Vec<String> {
        let now = chrono::DateTime::from_timestamp(1_000, 0).unwrap();
        let tokens = SessionTokens {
            refresh_token: "r".to_owned(),
            read_token: "a.b.c".to_owned(),
            session_expire_time: Some(Timestamp {
                seconds: 1_000 + 43_200,
                nanos: 0,
            }),
            ..Default::default()
        };
        let parts = Cookies::new(public_url).set(&tokens, now).unwrap();
        let response = (parts, ()).into_response();
        let values = response.headers().get_all(header::SET_COOKIE).iter();
        values
            .map(|value| value.to_str().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn cookies_have_exactly_the_attributes_of_the_contract() {
        assert_eq!(
            set("http://127.0.0.1:8080"),
            [
                "lintel_refresh=r; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age=43200",
                "lintel_read=a.b.c; HttpOnly; SameSite=Strict; Path=/api; Max-Age=900",
            ]
        );
        assert_eq!(
            set("https://lintel.example"),
            [
                "__Secure-lintel_refresh=r; HttpOnly; SameSite=Strict; Secure; Path=/api/auth; Max-Age=43200",
                "__Secure-lintel_read=a.b.c; HttpOnly; SameSite=Strict; Secure; Path=/api; Max-Age=900",
            ]
        );
    }

    #[test]
    fn a_session_that_keeps_its_refresh_token_keeps_that_cookie() {
        let now = chrono::DateTime::from_timestamp(1_000, 0).unwrap();
        let tokens = SessionTokens {
            read_token: "a.b.c".to_owned(),
            session_expire_time: Some(Timestamp {
                seconds: 1_060,
                nanos: 0,
            }),
            ..Default::default()
        };
        let parts = Cookies::new("http://x").set_read(&tokens, now).unwrap();
        let response = (parts, ()).into_response();
        let all = response.headers().get_all(header::SET_COOKIE).iter();
        let all: Vec<_> = all.map(|value| value.to_str().unwrap()).collect();
        assert_eq!(
            all,
            ["lintel_read=a.b.c; HttpOnly; SameSite=Strict; Path=/api; Max-Age=60"]
        );
    }

    #[test]
    fn a_device_is_known_for_as_long_as_browsers_keep_a_cookie() {
        let parts = Cookies::new("https://x")
            .set_device("d".to_owned())
            .unwrap();
        let response = (parts, ()).into_response();
        assert_eq!(
            response.headers()[header::SET_COOKIE],
            "__Secure-lintel_device=d; HttpOnly; SameSite=Strict; Secure; Path=/api/auth; Max-Age=34560000"
        );
    }

    #[test]
    fn a_half_filled_application_is_this_browsers_for_thirty_days() {
        let parts = Cookies::new("https://x").set_draft("d".to_owned()).unwrap();
        let response = (parts, ()).into_response();
        assert_eq!(
            response.headers()[header::SET_COOKIE],
            "__Secure-lintel_draft=d; HttpOnly; SameSite=Strict; Secure; Path=/api; Max-Age=2592000"
        );
        let headers = HeaderMap::from_iter([(header::COOKIE, "lintel_draft=d".parse().unwrap())]);
        let read = |url: &str| Cookies::new(url).draft_token(&headers);
        assert_eq!(read("http://x").as_deref(), Some("d"));
        assert_eq!(read("https://x"), None);
    }

    #[test]
    fn on_https_a_cookie_without_the_prefix_is_not_ours() {
        let headers =
            HeaderMap::from_iter([(header::COOKIE, "a=b; lintel_refresh=r".parse().unwrap())]);
        assert_eq!(
            Cookies::new("http://x").refresh_token(&headers).as_deref(),
            Some("r")
        );
        assert_eq!(Cookies::new("https://x").refresh_token(&headers), None);
    }

    #[test]
    fn clearing_empties_both_at_once() {
        let parts = Cookies::new("http://x").clear().unwrap();
        let response = (parts, ()).into_response();
        let all = response.headers().get_all(header::SET_COOKIE).iter();
        for value in all {
            assert!(value.to_str().unwrap().ends_with("Max-Age=0"), "{value:?}");
        }
        let parts = Cookies::new("http://x").clear_draft().unwrap();
        let response = (parts, ()).into_response();
        assert_eq!(
            response.headers()[header::SET_COOKIE],
            "lintel_draft=; HttpOnly; SameSite=Strict; Path=/api; Max-Age=0"
        );
    }
}
