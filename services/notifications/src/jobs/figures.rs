//! Metrics about mails.

use std::time::Duration;

use lintel_db::{SOON, in_time};
use lintel_telemetry::{metrics, sampling};
use opentelemetry::KeyValue;
use tokio_util::sync::CancellationToken;

use crate::{app::Deliveries, domain::Outcome};

/// Samples the queue until `stop`.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn watch_queue(deliveries: Deliveries, stop: CancellationToken) -> anyhow::Result<()> {
    sampling::run(&stop, || async {
        match in_time(SOON, deliveries.queue()).await {
            Ok(queue) => {
                for (state, count) in [("queued", queue.queued), ("sending", queue.sending)] {
                    metrics::MAIL_QUEUE.record(count, &[KeyValue::new("lintel.mail.state", state)]);
                }
                metrics::MAIL_OLDEST.record(queue.overdue.as_secs_f64(), &[]);
            }
            Err(error) => tracing::debug!(%error, "how long the queue of mails is, is not known"),
        }
    })
    .await;
    Ok(())
}

/// Records an attempt: how it ended, and why. A cause is a reply code or a word, never the server's own text.
pub(super) fn record_attempt(took: Duration, outcome: Outcome) {
    let ended = KeyValue::new("lintel.outcome", outcome.as_str());
    match outcome.cause() {
        None => metrics::MAIL_ATTEMPTS.record(took.as_secs_f64(), &[ended]),
        Some(cause) => {
            let cause = KeyValue::new("error.type", cause.to_string());
            metrics::MAIL_ATTEMPTS.record(took.as_secs_f64(), &[ended, cause]);
        }
    }
}
