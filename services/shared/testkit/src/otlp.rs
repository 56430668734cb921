//! A receiver of traces over OTLP: what a collector would get, kept in memory for a test to look at.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    common::v1::any_value::Value,
};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status, transport::Server};

/// One span as it arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedSpan {
    /// Which process recorded it (`lintel-portfolio`).
    pub service: String,
    /// Its name.
    pub name: String,
    /// The trace, 32 hexadecimal digits.
    pub trace_id: String,
    /// The span, 16 hexadecimal digits.
    pub span_id: String,
    /// Its parent; empty for the first of a trace.
    pub parent_id: String,
}

type Spans = Arc<Mutex<Vec<ReceivedSpan>>>;

/// A running receiver.
#[derive(Debug)]
pub struct OtlpSink {
    /// For `OTEL_EXPORTER_OTLP_ENDPOINT`.
    pub endpoint: String,
    spans: Spans,
    server: tokio::task::JoinHandle<()>,
}

impl OtlpSink {
    /// Listens on a free port.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let spans = Spans::default();
        let receiver = TraceServiceServer::new(Receiver(spans.clone()));
        let server = tokio::spawn(async move {
            let served = Server::builder()
                .add_service(receiver)
                .serve_with_incoming(TcpListenerStream::new(listener))
                .await;
            if let Err(error) = served {
                tracing::error!(%error, "the trace receiver broke");
            }
        });
        Ok(Self {
            endpoint,
            spans,
            server,
        })
    }

    /// Every span of `trace_id` that has arrived so far.
    #[must_use]
    pub fn spans_of(&self, trace_id: &str) -> Vec<ReceivedSpan> {
        lock(&self.spans)
            .iter()
            .filter(|span| span.trace_id == trace_id)
            .cloned()
            .collect()
    }
}

impl Drop for OtlpSink {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Whether `ancestor` is on the way from `span` up to the first of its trace.
#[must_use]
pub fn descends_from(spans: &[ReceivedSpan], span: &ReceivedSpan, ancestor: &ReceivedSpan) -> bool {
    let by_id: HashMap<&str, &ReceivedSpan> = spans
        .iter()
        .map(|span| (span.span_id.as_str(), span))
        .collect();
    let mut current = Some(span);
    // A trace cannot be deeper than it has spans, so a loop of parents ends too.
    for _ in 0..=spans.len() {
        match current {
            Some(span) if span.span_id == ancestor.span_id => return true,
            Some(span) => current = by_id.get(span.parent_id.as_str()).copied(),
            None => return false,
        }
    }
    false
}

fn lock(spans: &Spans) -> std::sync::MutexGuard<'_, Vec<ReceivedSpan>> {
    spans.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Receiver(Spans);

#[tonic::async_trait]
impl TraceService for Receiver {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for resource in request.into_inner().resource_spans {
            let service = resource
                .resource
                .iter()
                .flat_map(|resource| &resource.attributes)
                .find(|attribute| attribute.key == "service.name")
                .and_then(|attribute| attribute.value.as_ref()?.value.as_ref())
                .and_then(|value| match value {
                    Value::StringValue(text) => Some(text.clone()),
                    _ => None,
                })
                .unwrap_or_default();
            let received = resource
                .scope_spans
                .into_iter()
                .flat_map(|scope| scope.spans)
                .map(|span| ReceivedSpan {
                    service: service.clone(),
                    name: span.name,
                    trace_id: hex::encode(&span.trace_id),
                    span_id: hex::encode(&span.span_id),
                    parent_id: hex::encode(&span.parent_span_id),
                });
            lock(&self.0).extend(received);
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}
