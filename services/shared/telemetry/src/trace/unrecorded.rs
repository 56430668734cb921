//! The trace of a span in a process that exports no spans. Logs and other processes still get the trace id, but nothing is
//! made that only a receiver would see: that took a sixteenth of the processor time of a small read (docs/lab/2026-11-24-bench.md).

use opentelemetry::trace::{SpanContext, TraceFlags, TraceState};
use opentelemetry_sdk::trace::{IdGenerator as _, RandomIdGenerator};
use tracing::Span;
use tracing_subscriber::{
    Registry,
    registry::{LookupSpan as _, SpanRef},
};

/// Stored with the span that began a trace here or continued its caller's; the spans inside belong to the same trace.
struct KeptContext(SpanContext);

/// Makes `span` part of its caller's trace.
pub(super) fn continue_from(span: &Span, caller: &SpanContext) {
    in_registry(span, |span| {
        let own = SpanContext::new(
            caller.trace_id(),
            RandomIdGenerator::default().new_span_id(),
            TraceFlags::NOT_SAMPLED,
            false,
            caller.trace_state().clone(),
        );
        span.extensions_mut().replace(KeptContext(own));
    });
}

/// The trace of `span`: its own, otherwise that of the nearest enclosing span, otherwise a new one for the outermost span.
/// `None` for a span that the log filter excludes.
pub(super) fn of(span: &Span) -> Option<SpanContext> {
    in_registry(span, |span| {
        let nearest = span
            .scope()
            .find_map(|span| span.extensions().get().map(|KeptContext(own)| own.clone()));
        nearest.or_else(|| span.scope().last().map(|outermost| begun(&outermost)))
    })
    .flatten()
}

fn begun(outermost: &SpanRef<'_, Registry>) -> SpanContext {
    let mut extensions = outermost.extensions_mut();
    // Another thread may have set it meanwhile.
    if let Some(KeptContext(own)) = extensions.get_mut() {
        return own.clone();
    }
    let ids = RandomIdGenerator::default();
    let own = SpanContext::new(
        ids.new_trace_id(),
        ids.new_span_id(),
        TraceFlags::NOT_SAMPLED,
        false,
        TraceState::default(),
    );
    extensions.insert(KeptContext(own.clone()));
    own
}

fn in_registry<T>(span: &Span, ask: impl FnOnce(SpanRef<'_, Registry>) -> T) -> Option<T> {
    span.with_subscriber(|(id, subscriber)| {
        let span = subscriber.downcast_ref::<Registry>()?.span(id)?;
        Some(ask(span))
    })
    .flatten()
}
