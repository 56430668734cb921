//! Logs as JSON lines with the trace id, and traces over OTLP where a receiver is configured.

use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_otlp::WithExportConfig as _;
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracerProvider},
};
use tracing_subscriber::{EnvFilter, layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::ConfigError;

/// Flushes what was recorded when the process ends.
#[derive(Debug)]
pub struct Telemetry {
    provider: SdkTracerProvider,
}

impl Telemetry {
    /// Starts logging to standard output and tracing to `OTEL_EXPORTER_OTLP_ENDPOINT`, if that is set. Spans have ids
    /// either way, so that logs carry them. Call it once, inside the async runtime.
    ///
    /// # Errors
    /// [`ConfigError`] for a filter or an endpoint that cannot be used.
    pub fn start(service: &'static str, log: &str) -> Result<Self, ConfigError> {
        let filter = EnvFilter::try_new(log)
            .map_err(|error| ConfigError::new("LINTEL_LOG", error.to_string()))?;
        let provider = provider(service)?;
        let traces = tracing_opentelemetry::layer().with_tracer(provider.tracer(service));
        // The list of spans holds the trace id of the call that a line belongs to.
        let lines = tracing_subscriber::fmt::layer()
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(true);
        tracing_subscriber::registry()
            .with(filter)
            .with(traces)
            .with(lines)
            .try_init()
            .map_err(|error| ConfigError::new("LINTEL_LOG", error.to_string()))?;
        Ok(Self { provider })
    }

    /// Sends what is still unsent.
    pub fn stop(self) {
        if let Err(error) = self.provider.shutdown() {
            tracing::warn!(%error, "some traces were not sent");
        }
    }
}

fn provider(service: &'static str) -> Result<SdkTracerProvider, ConfigError> {
    const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
    let builder = SdkTracerProvider::builder()
        .with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOn)))
        .with_resource(
            Resource::builder()
                .with_service_name(format!("lintel-{service}"))
                .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
                .build(),
        );
    let Some(endpoint) = std::env::var(ENDPOINT).ok().filter(|url| !url.is_empty()) else {
        return Ok(builder.build());
    };
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .build()
        .map_err(|error| ConfigError::new(ENDPOINT, error.to_string()))?;
    Ok(builder.with_batch_exporter(exporter).build())
}
