//! Metrics of HTTP requests.

use std::time::Instant;

use lintel_telemetry::metrics::{self, Active};
use opentelemetry::KeyValue;

/// One request that is being measured. If it is dropped before an answer it counts as cancelled: the client has gone.
#[derive(Debug)]
pub struct Measured {
    method: &'static str,
    begun: Instant,
    answer: Option<(String, u16)>,
    _active: Active<1>,
}

impl Measured {
    /// Starts measuring a request with the known method `method`.
    pub fn begin(method: &'static str) -> Self {
        Self {
            method,
            begun: Instant::now(),
            answer: None,
            _active: Active::begin(&metrics::HTTP_ACTIVE, [request_method(method)]),
        }
    }

    /// Returns the time at which it began.
    pub const fn begun(&self) -> Instant {
        self.begun
    }

    /// Ends with the `route`'s template (never the path, which may contain personal data) and the status of the reply.
    pub fn end(mut self, route: String, status: u16) {
        self.answer = Some((route, status));
    }
}

impl Drop for Measured {
    fn drop(&mut self) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let method = request_method(self.method);
        match self.answer.take() {
            Some((route, status)) => metrics::HTTP_REQUESTS.record(
                seconds,
                &[
                    method,
                    KeyValue::new("http.route", route),
                    KeyValue::new("http.response.status_code", i64::from(status)),
                ],
            ),
            None => metrics::HTTP_REQUESTS
                .record(seconds, &[method, KeyValue::new("error.type", "cancelled")]),
        }
    }
}

fn request_method(method: &'static str) -> KeyValue {
    KeyValue::new("http.request.method", method)
}
