//! Logs as JSON lines with the trace id; and where a receiver is configured, traces, metrics and the same logs over OTLP.

mod exporters;
mod json;
mod lines;
mod process;
mod settings;

use std::str::FromStr as _;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
use tracing::Level;
use tracing_subscriber::{
    Layer as _,
    filter::{self, Targets},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::{ConfigError, SharedConfig};
use exporters::Exporters;
use json::{Json, Pairs};
use lines::Lines;
pub(crate) use process::watch as watch_process;
pub(crate) use settings::{check, with_usual};

/// What the exporter is made of. Its own words would be sent, and sending them would be worth a word again.
const OF_THE_EXPORTER: [&str; 5] = ["opentelemetry", "tonic", "h2", "hyper", "tower"];

/// Spans of single statements begin with the one and spans of calls of other services with the other. They say how long
/// something took and nothing else, so they are made only where somebody receives spans.
const FOR_RECEIVERS: [&str; 2] = ["db.", "grpc.client"];

/// Flushes what was recorded when the process ends.
#[derive(Debug)]
pub struct Telemetry {
    exporters: Option<Exporters>,
    lines: Lines,
}

impl Telemetry {
    /// Starts logging to standard output and, if `OTEL_EXPORTER_OTLP_ENDPOINT` is set, exporting to it. Logs carry trace ids
    /// either way. `at_the_door` strangers come in. Call it once, inside the async runtime.
    ///
    /// # Errors
    /// [`ConfigError`] for a filter or an endpoint that cannot be used.
    pub fn start(
        service: &'static str,
        at_the_door: bool,
        shared: &SharedConfig,
    ) -> Result<Self, ConfigError> {
        let levels = Targets::from_str(&shared.log)
            .map_err(|error| ConfigError::new("LINTEL_LOG", error.to_string()))?;
        let exporters = exporters::start(service, at_the_door, shared)?;
        let is_received = exporters.is_some();
        let spans = exporters.as_ref().map(|exporters| {
            tracing_opentelemetry::layer()
                .with_tracer(exporters.traces.tracer(service))
                // Two looks at the clock at every poll, the name of whichever thread it was, and the line of code: nobody asks
                // for them.
                .with_tracked_inactivity(false)
                .with_threads(false)
                .with_location(false)
                // Of log lines only those that tell of trouble are part of a span; all of them are exported as what they are.
                .with_filter(filter::filter_fn(|what| {
                    (what.is_span() || *what.level() <= Level::WARN)
                        && !is_of_the_exporter(what.target())
                }))
        });
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
            .with(spans)
            .with(written)
            .with(exported)
            .with(filter::filter_fn(move |what| {
                is_received || !(what.is_span() && is_for_receivers(what.name()))
            }))
            // Outermost: from inside it could not tell the callsites of h2 and the like for good that nobody listens, and they
            // would ask again at every frame.
            .with(levels)
            .try_init()
            .map_err(|error| ConfigError::new("LINTEL_LOG", error.to_string()))?;
        Ok(Self { exporters, lines })
    }

    /// Sends what is still unsent.
    pub fn stop(self) {
        if let Some(exporters) = &self.exporters {
            exporters::stop(exporters);
        }
        self.lines.flush();
    }
}

fn is_for_receivers(span: &str) -> bool {
    FOR_RECEIVERS.iter().any(|kind| span.starts_with(kind))
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
    use serde_json::json;
    use tracing::level_filters::LevelFilter;

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

    #[test]
    fn levels_by_module_are_read_and_what_is_no_level_is_refused() -> anyhow::Result<()> {
        let levels = Targets::from_str("warn,lintel_gateway=debug")?;
        for (target, level, is_logged) in [
            ("lintel_gateway::access_log", Level::DEBUG, true),
            ("lintel_gateway::access_log", Level::TRACE, false),
            ("h2::client", Level::WARN, true),
            ("h2::client", Level::INFO, false),
        ] {
            assert_eq!(
                levels.would_enable(target, &level),
                is_logged,
                "{target} {level}"
            );
        }
        assert!(Targets::from_str("lintel_gateway=loud").is_err());
        Ok(())
    }

    /// Each test is a process of its own (nextest), so this one may set what there is one of in a process.
    #[tokio::test]
    async fn what_nobody_listens_to_is_not_asked_about_again_and_again() -> anyhow::Result<()> {
        let shared = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
        let _telemetry = Telemetry::start("test", false, &shared)?;
        // Callsites of finer levels look at this alone.
        assert_eq!(LevelFilter::current(), LevelFilter::INFO);
        let call = tracing::info_span!("app.get_property");
        let _entered = call.enter();
        assert!(tracing::info_span!("db.property.find").is_disabled());
        assert!(tracing::info_span!("grpc.client").is_disabled());
        assert!(!call.is_disabled());
        // Events that are written in between still name their trace.
        let headers = lintel_telemetry::trace::headers_of(&tracing::Span::current());
        let trace = headers.get("traceparent").map_or("", String::as_str);
        assert!(trace.ends_with("-00"), "recorded for nobody: {trace}");
        Ok(())
    }
}
