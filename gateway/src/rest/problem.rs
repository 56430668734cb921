//! Refusals as `application/problem+json` (RFC 9457).
//!
//! A handler answers with a [`Problem`], which travels in the response's extensions to the outermost layer. That layer knows the
//! trace id and writes the body, so a refusal by a handler, a layer or a caught panic looks the same.

mod fields;
mod from_status;
mod titles;

pub(crate) use fields::rest_name;
pub(crate) use from_status::is_transient;

use std::{borrow::Cow, collections::BTreeMap, time::Duration};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::front::limits;

/// Offending fields by their names in REST, each with its texts.
pub type FieldErrors = BTreeMap<String, Vec<String>>;

/// The reason why a request was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The HTTP status.
    pub status: StatusCode,
    /// Upper snake case, stable: clients may switch on it.
    pub reason: Cow<'static, str>,
    /// The message for the person.
    pub detail: Cow<'static, str>,
    /// Offending fields, if it is about fields.
    pub errors: FieldErrors,
    /// The wait before another try.
    pub retry_after: Option<Duration>,
    /// The limit that was exceeded.
    pub limit: Option<u32>,
}

impl Problem {
    /// A refusal with `status`.
    pub fn new(
        status: StatusCode,
        reason: &'static str,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            status,
            reason: reason.into(),
            detail: detail.into(),
            errors: FieldErrors::new(),
            retry_after: None,
            limit: None,
        }
    }

    /// An error of ours; logs `cause`, which is not sent to the caller.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::of_status(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// 404 for an unknown path.
    #[must_use]
    pub fn unknown_path() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "PATH_UNKNOWN",
            "There is nothing at this address.",
        )
    }

    /// 422 for fields that cannot be read.
    #[must_use]
    pub fn unreadable(errors: FieldErrors) -> Self {
        let first = errors.values().flatten().next().cloned();
        let more = errors
            .values()
            .map(Vec::len)
            .sum::<usize>()
            .saturating_sub(1);
        let detail = match (first, more) {
            (None, _) => "The request is not valid.".to_owned(),
            (Some(text), 0) => text,
            (Some(text), more) => format!("{text} ({more} more)"),
        };
        Self {
            errors,
            ..Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "FIELDS_UNREADABLE",
                detail,
            )
        }
    }

    /// 503 until `wait` has passed.
    #[must_use]
    pub fn busy(wait: Duration) -> Self {
        Self::of_status(StatusCode::SERVICE_UNAVAILABLE).retry_after(wait)
    }

    /// The same, with fields called as this body calls them: the service names the contract's field alone, and two bodies may call
    /// the same field differently.
    #[must_use]
    pub fn renamed(mut self, names: &[(&str, &str)]) -> Self {
        for (from, to) in names {
            if let Some(texts) = self.errors.remove(*from) {
                self.errors
                    .entry((*to).to_owned())
                    .or_default()
                    .extend(texts);
            }
        }
        self
    }

    /// The same, with fields whose names begin with `object` without it: in this body they do not stand in an object.
    #[must_use]
    pub fn without(mut self, object: &str) -> Self {
        let errors = self.errors.into_iter().map(|(name, texts)| {
            let inner = name.strip_prefix(object).map(str::to_owned);
            (inner.unwrap_or(name), texts)
        });
        self.errors = errors.collect();
        self
    }

    /// Adds when to try again.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// The refusal for a status without more information.
    #[must_use]
    pub fn of_status(status: StatusCode) -> Self {
        let (reason, detail) = match status {
            StatusCode::BAD_REQUEST => ("BAD_REQUEST", "The request cannot be understood."),
            StatusCode::METHOD_NOT_ALLOWED => (
                "METHOD_NOT_ALLOWED",
                "This address does not take that method.",
            ),
            StatusCode::REQUEST_TIMEOUT => {
                ("BODY_TOO_SLOW", "The request took too long to arrive.")
            }
            StatusCode::PAYLOAD_TOO_LARGE => {
                ("BODY_TOO_LARGE", "The request is larger than 1 MiB.")
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => (
                "MEDIA_TYPE_UNSUPPORTED",
                "Send JSON, with the header Content-Type: application/json.",
            ),
            StatusCode::NOT_FOUND => return Self::unknown_path(),
            StatusCode::UNAUTHORIZED => ("SIGN_IN_REQUIRED", "Please sign in."),
            StatusCode::SERVICE_UNAVAILABLE => (
                "UNAVAILABLE",
                "Lintel is busy or restarting. Please try again.",
            ),
            StatusCode::GATEWAY_TIMEOUT => (
                "DEADLINE_EXCEEDED",
                "The request took too long. Please try again.",
            ),
            status if status.is_client_error() => {
                ("BAD_REQUEST", "The request cannot be understood.")
            }
            _ => ("INTERNAL", "Something went wrong on our side."),
        };
        Self::new(status, reason, detail)
    }

    /// The body of the reply, for the trace that the request belongs to.
    #[must_use]
    pub fn body(&self, trace_id: &str) -> ProblemBody {
        ProblemBody {
            kind: format!(
                "urn:lintel:problem:{}",
                self.reason.to_ascii_lowercase().replace('_', "-")
            ),
            title: titles::title(&self.reason, self.status).to_owned(),
            status: self.status.as_u16(),
            detail: self.detail.clone().into_owned(),
            reason: self.reason.clone().into_owned(),
            trace_id: trace_id.to_owned(),
            errors: (!self.errors.is_empty()).then(|| self.errors.clone()),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        let headers = response.headers_mut();
        if let Some(wait) = self.retry_after {
            let seconds = limits::whole_seconds(wait);
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            if self.status == StatusCode::TOO_MANY_REQUESTS {
                if let Some(limit) = self.limit {
                    headers.insert(limits::LIMIT, HeaderValue::from(limit));
                }
                headers.insert(limits::REMAINING, HeaderValue::from(0));
                headers.insert(limits::RESET, HeaderValue::from(seconds));
            }
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(
                header::WWW_AUTHENTICATE,
                HeaderValue::from_static("Bearer realm=\"lintel\""),
            );
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// The reason why a request was refused (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// A URN that names the kind of refusal.
    #[serde(rename = "type")]
    #[schema(example = "urn:lintel:problem:property-invalid")]
    pub kind: String,
    /// A short heading.
    #[schema(example = "Please Check Your Entries")]
    pub title: String,
    /// The HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// The message for the person.
    #[schema(example = "Name is required. (1 more)")]
    pub detail: String,
    /// Upper snake case, stable: clients may switch on it.
    #[schema(example = "PROPERTY_INVALID")]
    pub reason: String,
    /// The request's trace, for asking us about it.
    #[schema(example = "4bf92f3577b34da6a3ce929d0e0e4736")]
    pub trace_id: String,
    /// Offending fields, each with its texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = BTreeMap<String, Vec<String>>)]
    pub errors: Option<FieldErrors>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_all_its_fields_and_counts_them_in_the_detail() {
        let errors = FieldErrors::from([
            (
                "bedrooms".to_owned(),
                vec!["Enter a whole number.".to_owned()],
            ),
            (
                "monthlyRent".to_owned(),
                vec!["Enter an amount, for example 1250.00.".to_owned()],
            ),
        ]);
        let problem = Problem::unreadable(errors.clone());
        let body = problem.body("t");
        assert_eq!(body.detail, "Enter a whole number. (1 more)");
        assert_eq!(body.kind, "urn:lintel:problem:fields-unreadable");
        assert_eq!(body.status, 422);
        assert_eq!(body.errors, Some(errors));
    }

    #[test]
    fn a_refusal_tells_of_its_limit_and_when_to_try_again() {
        let error = lintel_core::Error::rate_limited(600, Duration::from_millis(1001));
        let response = Problem::from(error).into_response();
        for (header, expected) in [
            ("ratelimit-limit", "600"),
            ("ratelimit-remaining", "0"),
            ("ratelimit-reset", "2"),
            ("retry-after", "2"),
        ] {
            assert_eq!(response.headers()[header], expected);
        }
    }
}
