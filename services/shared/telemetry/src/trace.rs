//! W3C trace context across processes. The same functions read and write it everywhere: in HTTP and gRPC headers
//! ([`HeaderExtractor`], [`HeaderInjector`]), and in the headers of an event or a row, which are a map of text. They work
//! whether or not this process exports spans.

mod unrecorded;

use std::collections::HashMap;

use opentelemetry::{
    Context,
    propagation::{Extractor, Injector, TextMapPropagator as _},
    trace::TraceContextExt as _,
};
pub use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::{OpenTelemetrySpanExt as _, SetParentError};

/// Makes `span` a child of the trace in `carrier` and records the trace id, which it returns, for the logs. Call it before
/// the span is entered; later it has no effect.
pub fn continue_from(span: &Span, carrier: &dyn Extractor) -> Option<String> {
    let caller = TraceContextPropagator::new().extract(carrier);
    if caller.span().span_context().is_valid() {
        match span.set_parent(caller.clone()) {
            Err(SetParentError::LayerNotFound) => {
                unrecorded::continue_from(span, caller.span().span_context());
            }
            Err(_) => tracing::debug!("a span had begun before its parent was known"),
            Ok(()) => {}
        }
    }
    note_trace_id(span)
}

/// Links `span` to the trace in `carrier` without making it part of that trace, because a later try is work of its own.
pub fn link_to(span: &Span, carrier: &dyn Extractor) {
    let cause = TraceContextPropagator::new().extract(carrier);
    span.add_link(cause.span().span_context().clone());
    note_trace_id(span);
}

/// Writes the trace context of `span` into `carrier`.
pub fn inject(span: &Span, carrier: &mut dyn Injector) {
    TraceContextPropagator::new().inject_context(&context_of(span), &mut Filled(carrier));
}

/// Leaves out headers without a value, for example that of a trace without state.
struct Filled<'a>(&'a mut dyn Injector);

impl Injector for Filled<'_> {
    fn set(&mut self, name: &str, value: String) {
        if !value.is_empty() {
            self.0.set(name, value);
        }
    }
}

/// The trace context of `span` as headers for an event or a row; empty for a span that the log filter excludes.
#[must_use]
pub fn headers_of(span: &Span) -> HashMap<String, String> {
    let mut headers = HashMap::new();
    inject(span, &mut headers);
    headers
}

/// Renames `span` once more is known, for example the route.
pub fn rename(span: &Span, name: String) {
    span.context().span().update_name(name);
}

fn context_of(span: &Span) -> Context {
    let recorded = span.context();
    if recorded.span().span_context().is_valid() {
        return recorded;
    }
    unrecorded::of(span).map_or(recorded, |own| Context::new().with_remote_span_context(own))
}

/// The trace that `span` belongs to, as 32 hexadecimal digits.
fn trace_id(span: &Span) -> Option<String> {
    let context = context_of(span);
    let context = context.span().span_context().clone();
    context.is_valid().then(|| context.trace_id().to_string())
}

fn note_trace_id(span: &Span) -> Option<String> {
    let id = trace_id(span);
    if let Some(id) = &id {
        span.record("trace_id", id);
    }
    id
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    const CLICK: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    /// In a process that records spans, and in one that does not.
    fn traced(test: impl Fn()) {
        let tracer = SdkTracerProvider::builder().build().tracer("test");
        let recorded = tracing_opentelemetry::layer().with_tracer(tracer);
        let recording = tracing_subscriber::registry().with(recorded);
        tracing::subscriber::with_default(recording, &test);
        tracing::subscriber::with_default(tracing_subscriber::registry(), &test);
    }

    fn headers(traceparent: &str) -> HashMap<String, String> {
        HashMap::from([("traceparent".to_owned(), traceparent.to_owned())])
    }

    #[test]
    fn a_trace_goes_through_headers_and_rows_alike() {
        traced(|| {
            let mut request = http::HeaderMap::new();
            request.insert("traceparent", http::HeaderValue::from_static(CLICK));
            let call = tracing::info_span!("call");
            continue_from(&call, &HeaderExtractor(&request));
            let kept = headers_of(&call);
            assert_eq!(kept.keys().collect::<Vec<_>>(), ["traceparent"]);

            let handle = tracing::info_span!(parent: None, "handle");
            continue_from(&handle, &kept);
            assert_eq!(trace_id(&handle).as_deref(), Some(TRACE));
            let mut onwards = http::HeaderMap::new();
            inject(&handle, &mut HeaderInjector(&mut onwards));
            assert_eq!(onwards.len(), 1, "{onwards:?}");
            let onwards = onwards["traceparent"].to_str().unwrap_or_default();
            assert!(onwards.contains(TRACE), "{onwards}");
            // Each names itself as the parent of what follows.
            assert_ne!(onwards, kept["traceparent"]);
            assert_ne!(kept["traceparent"], CLICK);
        });
    }

    #[test]
    fn spans_belong_to_the_trace_of_the_span_around_them() {
        traced(|| {
            let job = tracing::info_span!("job.upkeep");
            let _job = job.enter();
            let first = tracing::info_span!("app.first").in_scope(|| trace_id(&Span::current()));
            let second = tracing::info_span!("app.second");
            assert!(first.is_some());
            assert_eq!(continue_from(&second, &HashMap::new()), first);
            assert_eq!(trace_id(&job), first);
            let other = tracing::info_span!(parent: None, "job.other");
            assert_ne!(trace_id(&other), first);
            // One that an event begins belongs to the event's.
            let handled = tracing::info_span!("event.handle");
            continue_from(&handled, &headers(CLICK));
            let within = handled.in_scope(|| tracing::info_span!("app.third"));
            assert_eq!(trace_id(&within).as_deref(), Some(TRACE));
        });
    }

    #[test]
    fn where_nobody_records_no_other_is_told_to() {
        let subscriber = tracing_subscriber::registry();
        tracing::subscriber::with_default(subscriber, || {
            let call = tracing::info_span!("call");
            continue_from(&call, &headers(CLICK));
            let onwards = headers_of(&call);
            assert!(onwards["traceparent"].ends_with("-00"), "{onwards:?}");
        });
    }

    #[test]
    fn a_later_try_has_a_trace_of_its_own() {
        traced(|| {
            let span = tracing::info_span!("handle");
            link_to(&span, &headers(CLICK));
            let own = trace_id(&span);
            assert!(own.is_some() && own.as_deref() != Some(TRACE), "{own:?}");
        });
    }

    #[test]
    fn nonsense_begins_a_new_trace_and_no_span_has_none() {
        traced(|| {
            let span = tracing::info_span!("call");
            continue_from(&span, &headers("00-zz-01"));
            assert!(trace_id(&span).is_some());
        });
        assert!(headers_of(&Span::none()).is_empty());
    }
}
