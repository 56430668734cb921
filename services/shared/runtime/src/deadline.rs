//! The caller's deadline (`grpc-timeout`): a call whose caller no longer waits is dropped.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use http::{HeaderMap, Request, Response};
use lintel_core::Error;
use lintel_proto::status::into_status;
use tower::{Layer, Service};

/// The longest time a call may take, also if the caller allows more.
const LONGEST: Duration = Duration::from_secs(30);

/// Drops a call when its deadline passes and answers `DEADLINE_EXCEEDED`.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeadlineLayer;

impl<S> Layer<S> for DeadlineLayer {
    type Service = Deadline<S>;

    fn layer(&self, inner: S) -> Deadline<S> {
        Deadline { inner }
    }
}

/// A service whose calls have deadlines.
#[derive(Debug, Clone)]
pub struct Deadline<S> {
    inner: S,
}

impl<S, B, R> Service<Request<B>> for Deadline<S>
where
    S: Service<Request<B>, Response = Response<R>>,
    S::Future: Send + 'static,
    R: Default,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let limit = asked_for(request.headers()).map_or(LONGEST, |asked| asked.min(LONGEST));
        let call = self.inner.call(request);
        Box::pin(async move {
            tokio::time::timeout(limit, call)
                .await
                .unwrap_or_else(|_| Ok(into_status(Error::DeadlineExceeded).into_http()))
        })
    }
}

/// Reads `grpc-timeout`: up to eight digits and a unit.
fn asked_for(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("grpc-timeout")?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.len() > 8 {
        return None;
    }
    let count: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(count * 3600)),
        "M" => Some(Duration::from_secs(count * 60)),
        "S" => Some(Duration::from_secs(count)),
        "m" => Some(Duration::from_millis(count)),
        "u" => Some(Duration::from_micros(count)),
        "n" => Some(Duration::from_nanos(count)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_of_the_header_is_read_and_nonsense_is_no_deadline() {
        let read = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-timeout", http::HeaderValue::from_static(text));
            asked_for(&headers)
        };
        assert_eq!(read("1500m"), Some(Duration::from_millis(1500)));
        assert_eq!(read("2S"), Some(Duration::from_secs(2)));
        assert_eq!(read("3M"), Some(Duration::from_secs(180)));
        assert_eq!(read("1H"), Some(Duration::from_secs(3600)));
        assert_eq!(read("5u"), Some(Duration::from_micros(5)));
        assert_eq!(read("7n"), Some(Duration::from_nanos(7)));
        for bad in ["", "m", "5", "123456789S", "-1S", "1x"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[tokio::test]
    async fn a_call_past_its_deadline_is_dropped_and_says_so() {
        let never = tower::service_fn(|_request: Request<()>| {
            std::future::pending::<Result<Response<String>, std::convert::Infallible>>()
        });
        let mut service = DeadlineLayer.layer(never);
        let request = Request::builder().header("grpc-timeout", "1m").body(());
        let reply = service.call(request.unwrap_or_default()).await;
        let code = reply.map(|reply| reply.headers().get("grpc-status").cloned());
        assert_eq!(code, Ok(Some(http::HeaderValue::from_static("4"))));
    }
}
