//! The remaining calls of a caller's limits, in the headers of every answer that was counted (`RateLimit-…`; over gRPC
//! they are metadata).

use std::{cell::Cell, future::Future, time::Duration};

use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue};

pub const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
pub const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
pub const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

tokio::task_local! {
    // Extractors count before there is an answer, several times for one request, and have no other way to the answer's headers.
    static TIGHTEST: Cell<Option<Remaining>>;
}

/// The remaining calls of one limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Remaining {
    /// Calls in its period.
    pub limit: u32,
    /// Calls that may be made at once.
    pub remaining: u32,
    /// The time after which one more is allowed.
    pub reset: Duration,
}

impl Remaining {
    /// Notes it for the answer to this request, unless less is left of another limit.
    pub fn note(self) {
        // Outside a request, in a test of the counters for example, there is nobody to tell.
        let _ = TIGHTEST.try_with(|tightest| {
            let less = tightest.get().filter(|it| it.remaining <= self.remaining);
            tightest.set(Some(less.unwrap_or(self)));
        });
    }

    fn write(self, headers: &mut HeaderMap) {
        headers.insert(LIMIT, HeaderValue::from(self.limit));
        headers.insert(REMAINING, HeaderValue::from(self.remaining));
        headers.insert(RESET, HeaderValue::from(whole_seconds(self.reset)));
    }
}

/// A wait as headers say it: whole seconds, rounded up because earlier would be too early, and at least one.
pub fn whole_seconds(wait: Duration) -> u64 {
    (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1)
}

/// Awaits an answer, and tells in it what is left of the tightest limit that the request was counted against. A refusal that tells
/// of a limit itself is left as it is.
pub async fn with_limit_headers(answer: impl Future<Output = Response>) -> Response {
    let noted = async {
        let response = answer.await;
        (response, TIGHTEST.with(Cell::get))
    };
    let (mut response, left) = TIGHTEST.scope(Cell::new(None), noted).await;
    if let Some(left) = left
        && !(left.remaining > 0 && is_exhausted(&response))
        && !response.headers().contains_key(REMAINING)
    {
        left.write(response.headers_mut());
    }
    response
}

/// Returns true where another limit refused the call: the remaining calls of ours would contradict it.
fn is_exhausted(response: &Response) -> bool {
    let code = response.headers().get("grpc-status");
    code.is_some_and(|code| code == "8")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use axum::{body::Body, response::IntoResponse as _};
    use http::StatusCode;

    use super::*;

    const FEW: Remaining = Remaining {
        limit: 30,
        remaining: 2,
        reset: Duration::from_millis(1500),
    };
    const MANY: Remaining = Remaining {
        limit: 600,
        remaining: 599,
        reset: Duration::from_millis(100),
    };

    fn told(response: &Response) -> Option<[&str; 3]> {
        let header = |name| Some(response.headers().get(name)?.to_str().unwrap());
        Some([header(LIMIT)?, header(REMAINING)?, header(RESET)?])
    }

    #[tokio::test]
    async fn an_answer_names_the_limit_with_the_fewest_calls_left() {
        for order in [[FEW, MANY], [MANY, FEW]] {
            let response = with_limit_headers(async {
                order.into_iter().for_each(Remaining::note);
                StatusCode::NOT_FOUND.into_response()
            });
            assert_eq!(told(&response.await), Some(["30", "2", "2"]));
        }
    }

    #[tokio::test]
    async fn what_was_not_counted_tells_nothing_and_one_request_nothing_of_another() {
        let nothing = with_limit_headers(async { StatusCode::OK.into_response() });
        let something = with_limit_headers(async {
            MANY.note();
            StatusCode::OK.into_response()
        });
        let (nothing, something) = tokio::join!(nothing, something);
        assert_eq!(told(&nothing), None);
        assert_eq!(told(&something), Some(["600", "599", "1"]));
    }

    #[tokio::test]
    async fn a_refusal_by_another_limit_is_not_contradicted() {
        let by_service = with_limit_headers(async {
            MANY.note();
            let response = Response::builder().header("grpc-status", "8");
            response.body(Body::empty()).unwrap()
        });
        assert_eq!(told(&by_service.await), None);
        let told_already = with_limit_headers(async {
            MANY.note();
            let response = Response::builder().header(REMAINING, "0");
            response.body(Body::empty()).unwrap()
        });
        let told_already = told_already.await;
        assert_eq!(told_already.headers()[REMAINING], "0");
        assert!(!told_already.headers().contains_key(LIMIT));
    }

    #[test]
    fn a_wait_is_rounded_up_to_whole_seconds_and_is_never_zero() {
        for (millis, expected) in [(0, 1), (900, 1), (1000, 1), (1001, 2), (32_000, 32)] {
            assert_eq!(whole_seconds(Duration::from_millis(millis)), expected);
        }
    }
}
