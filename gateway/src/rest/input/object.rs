//! A request body as a map of still unread values.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    time::Duration,
};

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
};
use http::{HeaderMap, StatusCode, header};
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, Visitor},
};
use serde_json::value::{RawValue, to_raw_value};

use crate::rest::problem::Problem;

/// Time limit for a body to arrive.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A JSON object whose values are still text, so that numbers stay exact and every unreadable field can be named.
#[derive(Debug, Default)]
pub struct JsonObject(BTreeMap<String, Box<RawValue>>);

impl JsonObject {
    /// Reads `bytes`, refusing what is not one object or names a key twice.
    ///
    /// # Errors
    /// A 400 [`Problem`].
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        serde_json::from_slice(bytes).map_err(|error| not_json(&error))
    }

    /// The parameters of a query as an object of texts, and the names that occur more than once, which are left out of the
    /// object.
    pub(super) fn of_pairs(
        pairs: impl Iterator<Item = (String, String)>,
    ) -> (Self, BTreeSet<String>) {
        let (mut texts, mut repeated) = (BTreeMap::new(), BTreeSet::new());
        for (name, text) in pairs {
            if texts.insert(name.clone(), text).is_some() {
                repeated.insert(name);
            }
        }
        texts.retain(|name, _| !repeated.contains(name));
        let texts = texts.into_iter();
        let fields = texts.filter_map(|(name, text)| Some((name, to_raw_value(&text).ok()?)));
        (Self(fields.collect()), repeated)
    }

    /// The value of `key` as it was written; `None` where it is absent or null.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&RawValue> {
        self.0
            .get(key)
            .map(AsRef::as_ref)
            .filter(|value| value.get() != "null")
    }

    /// Returns true if `key` is there, also with null: in a change of a row null empties a field.
    #[must_use]
    pub fn names(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Every key with its value, by key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_ref()))
    }
}

fn not_json(error: &serde_json::Error) -> Problem {
    // The position helps the author of the client; the parser's text would repeat parts of the body.
    let detail = if error.is_data() {
        "Send one JSON object in which no key appears twice.".to_owned()
    } else {
        format!(
            "The request is not valid JSON (line {}, column {}).",
            error.line(),
            error.column()
        )
    };
    Problem::new(StatusCode::BAD_REQUEST, "JSON_INVALID", detail)
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = JsonObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonObject, A::Error> {
                let mut fields = BTreeMap::new();
                while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    if fields.insert(key, value).is_some() {
                        return Err(A::Error::custom("a key appears twice"));
                    }
                }
                Ok(JsonObject(fields))
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

impl<S: Send + Sync> FromRequest<S> for JsonObject {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !says_json(request.headers()) {
            return Err(Problem::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        let bytes = tokio::time::timeout(TIMEOUT, Bytes::from_request(request, state))
            .await
            .map_err(|_| Problem::of_status(StatusCode::REQUEST_TIMEOUT))?
            .map_err(|_| Problem::of_status(StatusCode::BAD_REQUEST))?;
        Self::parse(&bytes)
    }
}

/// Returns true for a body of JSON. Without this check another site's page could send a body without a preflight
/// request.
pub(crate) fn says_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
    else {
        return false;
    };
    let essence = value
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn what_is_not_one_object_with_distinct_keys_is_400() {
        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        for body in [
            "",
            "{",
            "nonsense",
            "[]",
            "\"text\"",
            "1",
            "null",
            "{} {}",
            r#"{"a":1,"a":2}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"a":NaN}"#,
            "{\"a\":\"\u{1}\"}",
            deep.as_str(),
        ] {
            let problem = JsonObject::parse(body.as_bytes()).unwrap_err();
            assert_eq!(problem.status, StatusCode::BAD_REQUEST, "{body:.40}");
            assert_eq!(problem.reason, "JSON_INVALID");
        }
        let invalid_utf8 = JsonObject::parse(b"{\"a\":\"\xff\"}").unwrap_err();
        assert_eq!(invalid_utf8.status, StatusCode::BAD_REQUEST);
    }

    #[test]
    fn the_refusal_repeats_nothing_of_the_body() {
        let problem = JsonObject::parse(br#"{"password":"hunter2"#).unwrap_err();
        assert!(!problem.detail.contains("hunter2"));
    }

    #[test]
    fn a_deep_value_of_an_unknown_field_is_no_trouble() {
        let deep = format!("{{\"x\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(JsonObject::parse(deep.as_bytes()).is_ok());
    }

    #[test]
    fn null_is_as_good_as_absent() {
        let object = JsonObject::parse(br#"{"a": null, "b": 0}"#).unwrap();
        assert!(object.get("a").is_none());
        assert!(object.get("b").is_some());
        assert!(object.get("c").is_none());
        assert!(object.names("a") && object.names("b") && !object.names("c"));
    }

    #[test]
    fn only_json_is_taken() {
        let says = |value: &'static str| {
            says_json(&HeaderMap::from_iter([(
                header::CONTENT_TYPE,
                http::HeaderValue::from_static(value),
            )]))
        };
        assert!(says("application/json"));
        assert!(says("Application/JSON; charset=utf-8"));
        assert!(says("application/merge-patch+json"));
        assert!(!says("text/plain"));
        assert!(!says("application/x-www-form-urlencoded"));
        assert!(!says_json(&HeaderMap::new()));
    }
}
