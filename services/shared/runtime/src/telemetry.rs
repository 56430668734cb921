//! Logs as JSON lines with the trace id; and where a receiver is configured, traces, metrics and the same logs over OTLP.

mod exporters;
mod json;
mod lines;
mod process;
mod settings;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Level;
use tracing_subscriber::{
    EnvFilter, Layer as _, filter, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::{ConfigError, SharedConfig};
use exporters::Exporters;
use json::{Json, Pairs};
use lines::Lines;
pub(crate) use process::watch as watch_process;
pub(crate) use settings::{check, with_usual};

/// What the exporter is made of. Its own words would be sent, and sending them would be worth a word again.
const OF_THE_EXPORTER: [&str; 5] = ["opentelemetry", "tonic", "h2", "hyper", "tower"];

/// Flushes what was recorded when the process ends.
#[derive(Debug)]
pub struct Telemetry {
    traces: SdkTracerProvider,
    exporters: Option<Exporters>,
    lines: Lines,
}

impl Telemetry {
    /// Starts logging to standard output and, if `OTEL_EXPORTER_OTLP_ENDPOINT` is set, exporting to it. Spans have ids
    /// either way, so that logs carry them. `at_the_door` strangers come in. Call it once, inside the async runtime.
    ///
    /// # Errors
    /// [`ConfigError`] for a filter or an endpoint that cannot be used.
    pub fn start(
        service: &'static str,
        at_the_door: bool,
        shared: &SharedConfig,
    ) -> Result<Self, ConfigError> {
        let filter = EnvFilter::try_new(&shared.log)
            .map_err(|error| ConfigError::new("LINTEL_LOG", error.to_string()))?;
        let (traces, exporters) = exporters::start(service, at_the_door, shared)?;
        let spans = tracing_opentelemetry::layer()
            .with_tracer(traces.tracer(service))
            // Two looks at the clock at every poll, and the name of whichever thread it was: nobody asks for them.
            .with_tracked_inactivity(false)
            .with_threads(false)
            // Exported log lines find their trace in the active context; nothing else looks there.
            .with_context_activation(exporters.is_some())
            // Of log lines only those that tell of trouble are part of a span; all of them are exported as what they are.
            .with_filter(filter::filter_fn(|what| {
                (what.is_span() || *what.level() <= Level::WARN)
                    && !is_of_the_exporter(what.target())
            }));
        let lines = Lines::to(std::io::stdout())
            .map_err(|error| ConfigError::new("LINTEL_LOG", error.to_string()))?;
        // The list of spans holds the trace id of the call that a line belongs to.
        let written = tracing_subscriber::fmt::layer()
            .fmt_fields(Pairs)
            .event_format(Json)
            .with_ansi(false)
            .with_writer(lines.clone());
        let exported = exporters.as_ref().map(|exporters| {
            OpenTelemetryTracingBridge::new(&exporters.logs).with_filter(filter::filter_fn(
                |event| !is_of_the_exporter(event.target()),
            ))
        });
        tracing_subscriber::registry()
            .with(filter)
            .with(spans)
            .with(written)
            .with(exported)
            .try_init()
            .map_err(|error| ConfigError::new("LINTEL_LOG", error.to_string()))?;
        Ok(Self {
            traces,
            exporters,
            lines,
        })
    }

    /// Sends what is still unsent.
    pub fn stop(self) {
        exporters::stop(&self.traces, self.exporters.as_ref());
        self.lines.flush();
    }
}

fn is_of_the_exporter(target: &str) -> bool {
    OF_THE_EXPORTER.iter().any(|part| {
        target
            .strip_prefix(part)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '_', '-']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_exporter_says_about_itself_is_not_exported() {
        for target in [
            "h2::client",
            "opentelemetry_sdk",
            "tonic",
            "opentelemetry-otlp",
        ] {
            assert!(is_of_the_exporter(target), "{target}");
        }
        for target in ["lintel_gateway::access_log", "tonically", "sqlx::query"] {
            assert!(!is_of_the_exporter(target), "{target}");
        }
    }
}
