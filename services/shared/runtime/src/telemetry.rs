//! Logs as JSON lines with the trace id; and where a receiver is configured, traces, metrics and the same logs over OTLP.

mod exporters;
mod process;
mod settings;

use std::str::FromStr as _;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
use tracing::{Level, Subscriber};
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::{
    Layer,
    filter::{self, Targets},
    fmt::MakeWriter,
    layer::SubscriberExt as _,
    registry::LookupSpan,
    util::SubscriberInitExt as _,
};

use crate::{ConfigError, SharedConfig};
use exporters::Exporters;
pub(crate) use process::watch as watch_process;
pub(crate) use settings::{check, with_usual};

/// The exporter's own crates. If their log lines were exported, exporting them would cause further lines.
const OF_THE_EXPORTER: [&str; 5] = ["opentelemetry", "tonic", "h2", "hyper", "tower"];

/// The first is the prefix of spans of single statements, the second of calls to other services. Such spans only record how
/// long something took, so they are made only if spans are exported.
const FOR_RECEIVERS: [&str; 2] = ["db.", "grpc.client"];

/// Flushes what was recorded when the process ends.
#[derive(Debug)]
pub struct Telemetry {
    exporters: Option<Exporters>,
    /// Writes the queued lines when dropped.
    _lines: WorkerGuard,
}

impl Telemetry {
    /// Starts logging to standard output and, if `OTEL_EXPORTER_OTLP_ENDPOINT` is set, exporting to it. Logs have trace ids
    /// in both cases. `at_the_door` means that requests come from outside. Call it once, inside the async runtime.
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
        // A slow reader of standard output costs log lines, never a request.
        let (lines, guard) = tracing_appender::non_blocking(std::io::stdout());
        let exported = exporters.as_ref().map(|exporters| {
            OpenTelemetryTracingBridge::new(&exporters.logs).with_filter(filter::filter_fn(
                |event| !is_of_the_exporter(event.target()),
            ))
        });
        tracing_subscriber::registry()
            .with(spans)
            .with(json_lines(lines))
            .with(exported)
            .with(filter::filter_fn(move |what| {
                is_received || !(what.is_span() && is_for_receivers(what.name()))
            }))
            // Outermost: from inside it could not tell the callsites of h2 and the like for good that nobody listens, and they
            // would ask again at every frame.
            .with(levels)
            .try_init()
            .map_err(|error| ConfigError::new("LINTEL_LOG", error.to_string()))?;
        Ok(Self {
            exporters,
            _lines: guard,
        })
    }

    /// Sends what has not been sent yet.
    pub fn stop(self) {
        if let Some(exporters) = &self.exporters {
            exporters::stop(exporters);
        }
    }
}

/// One JSON object a line. Its list of spans holds the trace id of the call that a line belongs to.
fn json_lines<S>(writer: impl for<'w> MakeWriter<'w> + 'static) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_writer(writer)
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
    use serde_json::{Value, json};
    use tracing::{field::Empty, level_filters::LevelFilter};

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
        for target in [
            "lintel_gateway::front::access_log",
            "tonically",
            "sqlx::query",
        ] {
            assert!(!is_of_the_exporter(target), "{target}");
        }
    }

    #[test]
    fn levels_by_module_are_read_and_what_is_no_level_is_refused() -> anyhow::Result<()> {
        let levels = Targets::from_str("warn,lintel_gateway=debug")?;
        for (target, level, is_logged) in [
            ("lintel_gateway::front::access_log", Level::DEBUG, true),
            ("lintel_gateway::front::access_log", Level::TRACE, false),
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

    /// Returns the lines that `test` logs, without their times.
    fn logged(test: impl FnOnce()) -> anyhow::Result<Vec<Value>> {
        let file = tempfile::NamedTempFile::new()?;
        let (lines, guard) = tracing_appender::non_blocking(file.reopen()?);
        let subscriber = tracing_subscriber::registry().with(json_lines(lines));
        tracing::subscriber::with_default(subscriber, test);
        drop(guard);
        let text = std::fs::read_to_string(file.path())?;
        text.lines()
            .map(|line| {
                let mut line: Value = serde_json::from_str(line)?;
                let fields = line.as_object_mut();
                let moment = fields.and_then(|fields| fields.remove("timestamp"));
                let moment = moment.unwrap_or_default();
                chrono::DateTime::parse_from_rfc3339(moment.as_str().unwrap_or_default())?;
                Ok(line)
            })
            .collect()
    }

    #[test]
    fn a_line_holds_its_fields_and_the_fields_of_its_spans_also_later_ones() -> anyhow::Result<()> {
        let lines = logged(|| {
            let outer = tracing::info_span!("http.server", method = "GET", trace_id = Empty);
            outer.record("trace_id", "0af7");
            let _outer = outer.enter();
            let _inner = tracing::info_span!("app.read", property.id = %7).entered();
            tracing::info!(
                status = 200_u16,
                quick = true,
                share = 0.5,
                delta = -3,
                "answered"
            );
        })?;
        let expected = json!({
            "level": "INFO", "message": "answered", "status": 200, "quick": true, "share": 0.5, "delta": -3,
            "target": module_path!(),
            "spans": [
                {"name": "http.server", "method": "GET", "trace_id": "0af7"},
                {"name": "app.read", "property.id": "7"},
            ],
        });
        assert_eq!(lines, [expected]);
        Ok(())
    }

    #[test]
    fn whatever_is_said_a_line_is_one_object_on_one_line() -> anyhow::Result<()> {
        let nasty = "a\nb\"c\\d\u{1}\u{2028}é😀{\"level\":\"ERROR\"}";
        let error = std::io::Error::other(nasty);
        let lines = logged(|| {
            let _span = tracing::info_span!("s", nasty).entered();
            tracing::warn!(nasty, %error, nan = f64::NAN, debug = ?nasty, "{nasty}");
        })?;
        let [line] = lines.as_slice() else {
            anyhow::bail!("{lines:?}");
        };
        for place in ["message", "nasty", "error"] {
            assert_eq!(line[place], nasty, "{place}");
        }
        assert_eq!(line["spans"][0]["nasty"], nasty);
        assert_eq!(line["nan"], Value::Null);
        assert_eq!(line["debug"], format!("{nasty:?}"));
        assert_eq!(line["level"], "WARN");
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
