//! Tells of what is due for tenancies, every ten minutes: a new day begins in London, not here.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::app::letting::Deadlines;

const EVERY: Duration = Duration::from_secs(600);

/// Tells of it until `stop`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(deadlines: Deadlines, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round("deadlines", in_time(A_ROUND, deadlines.tell()).await) {
            Ok(0) => {}
            Ok(told) => tracing::info!(told, "told of what is due for tenancies"),
            Err(error) => {
                tracing::warn!(%error, "what is due for tenancies could not be told of");
            }
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
