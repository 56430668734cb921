//! The trace of an event: it began with a person's click and goes on where the event is published and handled.

use std::collections::HashMap;

use opentelemetry::{
    Context, global,
    propagation::{Extractor, Injector},
    trace::TraceContextExt as _,
};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

struct Carrier<'a>(&'a HashMap<String, String>);

impl Extractor for Carrier<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}

struct Writer(HashMap<String, String>);

impl Injector for Writer {
    fn set(&mut self, key: &str, value: String) {
        if !value.is_empty() {
            self.0.insert(key.to_owned(), value);
        }
    }
}

fn context_of(headers: &HashMap<String, String>) -> Context {
    global::get_text_map_propagator(|propagator| propagator.extract(&Carrier(headers)))
}

/// Makes `span`, which has not begun, a child of the trace in `headers`.
pub(crate) fn continue_from(span: &Span, headers: &HashMap<String, String>) {
    let parent = context_of(headers);
    if parent.span().span_context().is_valid() && span.set_parent(parent).is_err() {
        tracing::debug!("a span had begun before its parent was known");
    }
    note_trace_id(span);
}

/// Links `span` to the trace in `headers` without becoming part of it: a later delivery is its own piece of work.
pub(crate) fn link_to(span: &Span, headers: &HashMap<String, String>) {
    span.add_link(context_of(headers).span().span_context().clone());
    note_trace_id(span);
}

/// The W3C headers of `span`.
pub(crate) fn headers_of(span: &Span) -> HashMap<String, String> {
    let mut writer = Writer(HashMap::new());
    let context = span.context();
    global::get_text_map_propagator(|propagator| propagator.inject_context(&context, &mut writer));
    writer.0
}

fn note_trace_id(span: &Span) {
    let context = span.context();
    let id = context.span().span_context().trace_id();
    span.record("trace_id", tracing::field::display(id));
}
