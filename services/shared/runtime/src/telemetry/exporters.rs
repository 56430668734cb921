//! The exporters: one receiver for all three signals.

use std::time::Duration;

use lintel_core::ServiceName;
use lintel_telemetry::sampling;
use opentelemetry::{
    Context, KeyValue, TraceId, global,
    trace::{Link, SpanKind, TraceContextExt as _},
};
use opentelemetry_otlp::{
    ExporterBuildError, LogExporter, MetricExporter, SpanExporter, WithExportConfig as _,
};
use opentelemetry_sdk::{
    Resource,
    logs::SdkLoggerProvider,
    metrics::{PeriodicReader, SdkMeterProvider},
    trace::{Sampler, SamplingResult, SdkTracerProvider, ShouldSample},
};

use crate::{ConfigError, SharedConfig};

const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
/// The interval at which metrics go out where the configuration was not read from its files.
const USUAL_INTERVAL: Duration = Duration::from_secs(15);
/// The time for which the end of a process waits for a receiver to take unsent data, for each signal.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// The exporters, which exist only where there is a receiver.
#[derive(Debug)]
pub(super) struct Exporters {
    pub(super) traces: SdkTracerProvider,
    pub(super) metrics: SdkMeterProvider,
    pub(super) logs: SdkLoggerProvider,
}

/// The exporters, if a receiver is configured.
pub(super) fn start(
    service: &'static str,
    at_the_door: bool,
    shared: &SharedConfig,
) -> Result<Option<Exporters>, ConfigError> {
    let Some(endpoint) = std::env::var(ENDPOINT).ok().filter(|url| !url.is_empty()) else {
        return Ok(None);
    };
    let resource = Resource::builder()
        .with_service_name(ServiceName::new(service).program())
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        // Two replicas are two sources of metrics.
        .with_attribute(KeyValue::new(
            "service.instance.id",
            uuid::Uuid::new_v4().to_string(),
        ))
        .build();
    let mut traces = SdkTracerProvider::builder().with_resource(resource.clone());
    if let Some(ratio) = shared.trace_sample_ratio {
        traces = if at_the_door {
            traces.with_sampler(AtTheDoor(ratio))
        } else {
            traces.with_sampler(Sampler::ParentBased(ratio_of(ratio)))
        };
    }
    let unusable = |error: ExporterBuildError| ConfigError::new(ENDPOINT, error.to_string());
    let spans = SpanExporter::builder()
        .with_tonic()
        .with_endpoint(&endpoint)
        .build()
        .map_err(unusable)?;
    let figures = MetricExporter::builder()
        .with_tonic()
        .with_endpoint(&endpoint)
        .build()
        .map_err(unusable)?;
    let lines = LogExporter::builder()
        .with_tonic()
        .with_endpoint(&endpoint)
        .build()
        .map_err(unusable)?;
    let interval = shared.metric_export_interval.unwrap_or(USUAL_INTERVAL);
    let metrics = SdkMeterProvider::builder()
        .with_resource(resource.clone())
        .with_reader(
            PeriodicReader::builder(figures)
                .with_interval(interval)
                .build(),
        )
        .build();
    global::set_meter_provider(metrics.clone());
    sampling::start(interval);
    let logs = SdkLoggerProvider::builder()
        .with_resource(resource)
        .with_batch_exporter(lines)
        .build();
    let traces = traces.with_batch_exporter(spans).build();
    Ok(Some(Exporters {
        traces,
        metrics,
        logs,
    }))
}

fn ratio_of(ratio: f64) -> Box<Sampler> {
    Box::new(Sampler::TraceIdRatioBased(ratio))
}

/// Where requests come from outside, the ratio and the trace's id decide whether a trace is recorded; the caller's flag does
/// not count. This process and the services it calls follow that decision.
#[derive(Debug, Clone, Copy)]
struct AtTheDoor(f64);

impl ShouldSample for AtTheDoor {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace_id: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[Link],
    ) -> SamplingResult {
        let own = parent.filter(|parent| !parent.span().span_context().is_remote());
        Sampler::ParentBased(ratio_of(self.0))
            .should_sample(own, trace_id, name, kind, attributes, links)
    }
}

pub(super) fn stop(exporters: &Exporters) {
    let unsent = |what: &str, error: &dyn std::fmt::Display| {
        tracing::warn!(%error, "some {what} were not sent");
    };
    if let Err(error) = exporters.traces.shutdown_with_timeout(FLUSH_TIMEOUT) {
        unsent("traces", &error);
    }
    if let Err(error) = exporters.metrics.shutdown_with_timeout(FLUSH_TIMEOUT) {
        unsent("metrics", &error);
    }
    if let Err(error) = exporters.logs.shutdown_with_timeout(FLUSH_TIMEOUT) {
        unsent("logs", &error);
    }
}

#[cfg(test)]
mod tests {
    use opentelemetry::{
        SpanId, TraceFlags,
        trace::{SpanContext, TraceState},
    };
    use opentelemetry_sdk::trace::SamplingDecision;

    use super::*;

    /// Counts how many of a thousand traces are recorded; a parent comes from another process or is our own.
    fn recorded(sampler: &dyn ShouldSample, parent: Option<(TraceFlags, bool)>) -> usize {
        (1..=1000_u128)
            // Trace ids are random in their lower half, too.
            .map(|number| {
                TraceId::from(number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835))
            })
            .filter(|trace| {
                let parent = parent.map(|(flags, remote)| {
                    let span = SpanContext::new(
                        *trace,
                        SpanId::from(1_u64),
                        flags,
                        remote,
                        TraceState::default(),
                    );
                    Context::new().with_remote_span_context(span)
                });
                let decided = sampler.should_sample(
                    parent.as_ref(),
                    *trace,
                    "call",
                    &SpanKind::Server,
                    &[],
                    &[],
                );
                decided.decision == SamplingDecision::RecordAndSample
            })
            .count()
    }

    fn inside(ratio: f64) -> Sampler {
        Sampler::ParentBased(ratio_of(ratio))
    }

    const RECORD: TraceFlags = TraceFlags::SAMPLED;
    const LEAVE: TraceFlags = TraceFlags::NOT_SAMPLED;

    #[test]
    fn of_the_traces_that_begin_here_the_ratio_is_recorded() {
        let (inside_it, door) = (inside(0.1), AtTheDoor(0.1));
        for sampler in [&inside_it as &dyn ShouldSample, &door] {
            let tenth = recorded(sampler, None);
            assert!((60..=140).contains(&tenth), "{tenth}");
        }
        assert_eq!(recorded(&inside(0.0), None), 0);
        assert_eq!(recorded(&inside(1.0), None), 1000);
    }

    #[test]
    fn inside_the_caller_has_decided() {
        for remote in [true, false] {
            assert_eq!(recorded(&inside(0.0), Some((RECORD, remote))), 1000);
            assert_eq!(recorded(&inside(1.0), Some((LEAVE, remote))), 0);
        }
    }

    #[test]
    fn at_the_door_a_strangers_flag_decides_nothing_and_our_own_does() {
        assert_eq!(recorded(&AtTheDoor(0.0), Some((RECORD, true))), 0);
        assert_eq!(recorded(&AtTheDoor(1.0), Some((LEAVE, true))), 1000);
        let tenth = recorded(&AtTheDoor(0.1), Some((RECORD, true)));
        assert!((60..=140).contains(&tenth), "{tenth}");
        assert_eq!(recorded(&AtTheDoor(0.0), Some((RECORD, false))), 1000);
        assert_eq!(recorded(&AtTheDoor(1.0), Some((LEAVE, false))), 0);
    }
}
