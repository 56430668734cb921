//! A trace goes on where its event is handled.

use std::sync::{Arc, Mutex, PoisonError};

use lintel_bus::{Event, Handled, Handler, HandlerError};
use lintel_core::Error;
use lintel_db::Tx;
use lintel_telemetry::trace;
use lintel_testkit::wait_for;
use opentelemetry::trace::{TraceContextExt as _, TracerProvider as _};
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Instrument as _, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::fixture::{Fixture, SOON};

/// Notes the trace of every delivery, and refuses the first.
#[derive(Clone, Default)]
struct Witness(Arc<Mutex<Vec<String>>>);

impl Witness {
    fn seen(&self) -> Vec<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Handler for Witness {
    async fn handle(&self, _: &mut Tx, _: &Event) -> Result<Handled, HandlerError> {
        let trace = trace::headers_of(&Span::current())
            .remove("traceparent")
            .unwrap_or_default();
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.push(trace);
        if seen.len() == 1 {
            return Err(HandlerError::Failed(Error::internal("once more")));
        }
        Ok(Handled::Done)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_handling_joins_the_clicks_trace_and_the_second_does_not() -> anyhow::Result<()> {
    let tracer = SdkTracerProvider::builder().build().tracer("test");
    tracing_subscriber::registry()
        .with(tracing_opentelemetry::layer().with_tracer(tracer))
        .try_init()?;
    let fixture = Fixture::new().await?;
    let witness = Witness::default();
    fixture.start_relay();
    fixture.start_consumer(witness.clone());

    let click = tracing::info_span!("click");
    let trace_id = click.context().span().span_context().trace_id().to_string();
    fixture.tell(1, "traced").instrument(click).await?;
    let seen = wait_for("both deliveries", SOON, async || {
        Ok(Some(witness.seen()).filter(|seen| seen.len() == 2))
    })
    .await?;
    assert!(seen[0].contains(&trace_id), "{seen:?} is not in {trace_id}");
    assert!(
        !seen[1].contains(&trace_id) && !seen[1].is_empty(),
        "{seen:?}"
    );
    Ok(())
}
