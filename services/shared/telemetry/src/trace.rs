//! W3C trace context across processes. The same functions read and write it wherever it travels: HTTP and gRPC headers
//! ([`HeaderExtractor`], [`HeaderInjector`]), and the headers of an event or a row, which are a map of text.

use std::collections::HashMap;

use opentelemetry::{
    TraceId,
    propagation::{Extractor, Injector, TextMapPropagator as _},
    trace::TraceContextExt as _,
};
pub use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Makes `span` a child of the trace in `carrier`, and notes its trace id, which it gives, for the logs. Call it before the span
/// is entered: later is silently too late.
pub fn continue_from(span: &Span, carrier: &dyn Extractor) -> Option<String> {
    let parent = TraceContextPropagator::new().extract(carrier);
    if parent.span().span_context().is_valid() && span.set_parent(parent).is_err() {
        tracing::debug!("a span had begun before its parent was known");
    }
    note_trace_id(span)
}

/// Links `span` to the trace in `carrier` without making it part of it: a later try is its own piece of work.
pub fn link_to(span: &Span, carrier: &dyn Extractor) {
    let cause = TraceContextPropagator::new().extract(carrier);
    span.add_link(cause.span().span_context().clone());
    note_trace_id(span);
}

/// Writes the trace context of `span` into `carrier`.
pub fn inject(span: &Span, carrier: &mut dyn Injector) {
    TraceContextPropagator::new().inject_context(&span.context(), carrier);
}

/// The trace context of `span` as headers that an event or a row keeps; none for a span that the filter left out.
#[must_use]
pub fn headers_of(span: &Span) -> HashMap<String, String> {
    let mut headers = HashMap::new();
    inject(span, &mut headers);
    headers.retain(|_, value| !value.is_empty());
    headers
}

/// The trace that `span` belongs to, as 32 hexadecimal digits.
fn trace_id(span: &Span) -> Option<String> {
    let context = span.context();
    let id = context.span().span_context().trace_id();
    (id != TraceId::INVALID).then(|| id.to_string())
}

/// Gives `span` another name than the one it began with, once more is known (a route, say).
pub fn rename(span: &Span, name: String) {
    span.context().span().update_name(name);
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

    fn traced<T>(test: impl FnOnce() -> T) -> T {
        let tracer = SdkTracerProvider::builder().build().tracer("test");
        let subscriber =
            tracing_subscriber::registry().with(tracing_opentelemetry::layer().with_tracer(tracer));
        tracing::subscriber::with_default(subscriber, test)
    }

    #[test]
    fn a_trace_goes_through_headers_and_rows_alike() -> anyhow::Result<()> {
        let mut request = http::HeaderMap::new();
        request.insert("traceparent", CLICK.parse()?);
        let kept = traced(|| {
            let span = tracing::info_span!("call");
            continue_from(&span, &HeaderExtractor(&request));
            headers_of(&span)
        });
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["traceparent"]);
        assert!(kept["traceparent"].contains(TRACE), "{kept:?}");

        let mut onwards = http::HeaderMap::new();
        traced(|| {
            let span = tracing::info_span!("handle");
            continue_from(&span, &kept);
            assert_eq!(trace_id(&span).as_deref(), Some(TRACE));
            inject(&span, &mut HeaderInjector(&mut onwards));
        });
        assert!(onwards["traceparent"].to_str()?.contains(TRACE));
        Ok(())
    }

    #[test]
    fn a_later_try_has_a_trace_of_its_own() {
        traced(|| {
            let span = tracing::info_span!("handle");
            link_to(
                &span,
                &HashMap::from([("traceparent".to_owned(), CLICK.to_owned())]),
            );
            let own = trace_id(&span);
            assert!(own.is_some() && own.as_deref() != Some(TRACE), "{own:?}");
        });
    }

    #[test]
    fn nonsense_begins_a_new_trace_and_no_span_has_none() {
        let nonsense = HashMap::from([("traceparent".to_owned(), "00-zz-01".to_owned())]);
        traced(|| {
            let span = tracing::info_span!("call");
            continue_from(&span, &nonsense);
            assert!(trace_id(&span).is_some());
        });
        assert!(headers_of(&Span::none()).is_empty());
    }
}
