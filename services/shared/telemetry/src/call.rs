//! Measuring calls over gRPC: their duration, by RPC and status.

use std::{
    collections::HashMap,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Instant,
};

use http::{HeaderMap, Response};
use opentelemetry::{KeyValue, StringValue, metrics::Histogram};
use pin_project_lite::pin_project;

use crate::metrics::{self, Active};

/// The names of the status codes, in the order of their numbers.
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];
const CANCELLED: &str = CODES[1];
const UNAVAILABLE: &str = CODES[14];

/// The name of every path that is not an RPC of the contract, so that callers cannot put text into metrics.
pub const OTHER: &str = "_OTHER";
/// The health check, which every service answers as well.
const HEALTH: &str = "/grpc.health.v1.Health/Check";

/// The RPCs that metrics name.
#[derive(Debug, Clone)]
pub struct Methods(Arc<HashMap<Box<str>, StringValue>>);

impl Methods {
    /// The RPCs at `paths` (`/lintel.portfolio.v1.PropertyService/GetProperty`), and the health check.
    pub fn new<'a>(paths: impl Iterator<Item = &'a str>) -> Self {
        let named = paths.chain([HEALTH]).map(|path| {
            let name: Arc<str> = path.trim_start_matches('/').into();
            (path.into(), name.into())
        });
        Self(Arc::new(named.collect()))
    }

    /// The name of the RPC at `path`.
    #[must_use]
    pub fn name(&self, path: &str) -> StringValue {
        self.0.get(path).cloned().unwrap_or(OTHER.into())
    }
}

/// A call that is being measured. If it is dropped before it was answered, it counts as cancelled: the caller gave up, as
/// happens with the slowest calls.
#[derive(Debug)]
pub struct Call {
    histogram: &'static Histogram<f64>,
    method: StringValue,
    begun: Instant,
    status: &'static str,
    _active: Option<Active<1>>,
}

impl Call {
    /// A call that is answered here. `method` is an RPC of the contract (see [`Methods`]) or [`OTHER`].
    #[must_use]
    pub fn answered_here(method: impl Into<StringValue>) -> Self {
        let active = Active::begin(&metrics::RPC_ACTIVE, [grpc()]);
        Self::begin(&metrics::RPC_SERVER, method.into(), Some(active))
    }

    /// A call that another process answers.
    #[must_use]
    pub fn answered_elsewhere(method: impl Into<StringValue>) -> Self {
        Self::begin(&metrics::RPC_CLIENT, method.into(), None)
    }

    fn begin(
        histogram: &'static Histogram<f64>,
        method: StringValue,
        active: Option<Active<1>>,
    ) -> Self {
        Self {
            histogram,
            method,
            begun: Instant::now(),
            status: CANCELLED,
            _active: active,
        }
    }

    /// Ends with the status in the reply's headers; if there is none, it is in the trailers of a successful call.
    pub fn end(mut self, headers: &HeaderMap) {
        self.status = status(headers);
    }

    /// Measures the call that `future` makes.
    pub fn measure<F>(self, future: F) -> Measured<F> {
        Measured {
            future,
            call: Some(self),
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.histogram.record(
            self.begun.elapsed().as_secs_f64(),
            &[
                grpc(),
                KeyValue::new("rpc.method", self.method.clone()),
                KeyValue::new("rpc.response.status_code", self.status),
            ],
        );
    }
}

fn grpc() -> KeyValue {
    KeyValue::new("rpc.system.name", "grpc")
}

fn status(headers: &HeaderMap) -> &'static str {
    let Some(code) = headers.get("grpc-status") else {
        return CODES[0];
    };
    code.to_str()
        .ok()
        .and_then(|text| text.parse::<usize>().ok())
        .and_then(|number| CODES.get(number).copied())
        .unwrap_or(CODES[2])
}

pin_project! {
    /// A call on its way, measured.
    #[derive(Debug)]
    pub struct Measured<F> {
        #[pin]
        future: F,
        call: Option<Call>,
    }
}

impl<F, B, E> Future for Measured<F>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        let answer = ready!(this.future.poll(cx));
        if let Some(mut call) = this.call.take() {
            call.status = answer
                .as_ref()
                .map_or(UNAVAILABLE, |reply| status(reply.headers()));
        }
        Poll::Ready(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_contracts_words_become_names() {
        let methods = Methods::new(["/lintel.a.v1.B/Get"].into_iter());
        assert_eq!(
            methods.name("/lintel.a.v1.B/Get").as_str(),
            "lintel.a.v1.B/Get"
        );
        assert_eq!(methods.name(HEALTH).as_str(), "grpc.health.v1.Health/Check");
        for stranger in ["/lintel.a.v1.B/helen@example.com", "", "/"] {
            assert_eq!(methods.name(stranger).as_str(), OTHER, "{stranger}");
        }
    }

    #[test]
    fn every_status_has_its_name_and_nonsense_is_unknown() {
        let of = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-status", http::HeaderValue::from_static(text));
            status(&headers)
        };
        assert_eq!(status(&HeaderMap::new()), "OK");
        assert_eq!(of("0"), "OK");
        assert_eq!(of("5"), "NOT_FOUND");
        assert_eq!(of("16"), "UNAUTHENTICATED");
        for nonsense in ["17", "-1", "x", ""] {
            assert_eq!(of(nonsense), "UNKNOWN", "{nonsense}");
        }
    }
}
