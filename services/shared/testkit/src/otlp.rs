//! A receiver of traces, metrics and logs over OTLP: what a collector would get, kept in memory for a test to look at.

mod received;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use opentelemetry_proto::tonic::collector::{
    logs::v1::{
        ExportLogsServiceRequest, ExportLogsServiceResponse,
        logs_service_server::{LogsService, LogsServiceServer},
    },
    metrics::v1::{
        ExportMetricsServiceRequest, ExportMetricsServiceResponse,
        metrics_service_server::{MetricsService, MetricsServiceServer},
    },
    trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status, transport::Server};

pub use received::{ReceivedLog, ReceivedPoint, ReceivedSpan};

#[derive(Debug, Default)]
struct Received {
    spans: Vec<ReceivedSpan>,
    logs: Vec<ReceivedLog>,
    /// The newest value of each series: values are cumulative.
    points: BTreeMap<String, ReceivedPoint>,
    /// Everything as it came, for those who look for what must not be there.
    raw: Vec<String>,
}

#[derive(Debug, Clone, Default)]
struct Receiver(Arc<Mutex<Received>>);

impl Receiver {
    fn lock(&self) -> MutexGuard<'_, Received> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running receiver.
#[derive(Debug)]
pub struct OtlpSink {
    /// For `OTEL_EXPORTER_OTLP_ENDPOINT`.
    pub endpoint: String,
    receiver: Receiver,
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
        let receiver = Receiver::default();
        let serving = Server::builder()
            .add_service(TraceServiceServer::new(receiver.clone()))
            .add_service(MetricsServiceServer::new(receiver.clone()))
            .add_service(LogsServiceServer::new(receiver.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        let server = tokio::spawn(async move {
            if let Err(error) = serving.await {
                tracing::error!(%error, "the receiver broke");
            }
        });
        Ok(Self {
            endpoint,
            receiver,
            server,
        })
    }

    /// Every span of `trace_id` that has arrived so far.
    #[must_use]
    pub fn spans_of(&self, trace_id: &str) -> Vec<ReceivedSpan> {
        self.receiver
            .lock()
            .spans
            .iter()
            .filter(|span| span.trace_id == trace_id)
            .cloned()
            .collect()
    }

    /// Every log line that has arrived so far.
    #[must_use]
    pub fn logs(&self) -> Vec<ReceivedLog> {
        self.receiver.lock().logs.clone()
    }

    /// The newest value of every series of every metric.
    #[must_use]
    pub fn points(&self) -> Vec<ReceivedPoint> {
        self.receiver.lock().points.values().cloned().collect()
    }

    /// The series of `metric` that has all of these attributes and the least others; `service.name` counts as one.
    #[must_use]
    pub fn point(&self, metric: &str, attributes: &[(&str, &str)]) -> Option<ReceivedPoint> {
        self.points()
            .into_iter()
            .filter(|point| {
                point.metric == metric
                    && attributes.iter().all(|(name, value)| {
                        point.attribute(name) == Some(value)
                            || (*name == "service.name" && point.service == *value)
                    })
            })
            .min_by_key(|point| point.attributes.len())
    }

    /// Everything that has arrived so far, as text.
    #[must_use]
    pub fn everything(&self) -> String {
        self.receiver.lock().raw.join("\n")
    }
}

impl Drop for OtlpSink {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Returns whether `ancestor` is on the way from `span` up to the first of its trace.
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

#[tonic::async_trait]
impl TraceService for Receiver {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let request = request.into_inner();
        let mut received = self.lock();
        received.raw.push(format!("{request:?}"));
        received.spans.extend(received::spans(request));
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Receiver {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        let request = request.into_inner();
        let mut received = self.lock();
        received.raw.push(format!("{request:?}"));
        for point in received::points(request) {
            received.points.insert(point.series(), point);
        }
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl LogsService for Receiver {
    async fn export(
        &self,
        request: Request<ExportLogsServiceRequest>,
    ) -> Result<Response<ExportLogsServiceResponse>, Status> {
        let request = request.into_inner();
        let mut received = self.lock();
        received.raw.push(format!("{request:?}"));
        received.logs.extend(received::logs(request));
        Ok(Response::new(ExportLogsServiceResponse::default()))
    }
}
