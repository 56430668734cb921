//! Tells that targets of maintenance are over, every minute in every replica.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::app::maintenance::Overdue;

const EVERY: Duration = Duration::from_secs(60);

/// Tells it until `stop`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(overdue: Overdue, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round("overdue", in_time(A_ROUND, overdue.tell()).await) {
            Ok(0) => {}
            Ok(requests) => tracing::info!(requests, "told of targets that are over"),
            Err(error) => {
                tracing::warn!(%error, "targets that are over could not be told of");
            }
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
