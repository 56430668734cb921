//! Reminds of agreements and tells of those that became void, every ten minutes.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::app::agreeing::Agreements;

const EVERY: Duration = Duration::from_secs(600);

/// Tells of them until `stop`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(agreements: Agreements, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round("agreements", in_time(A_ROUND, agreements.tell()).await) {
            Ok(0) => {}
            Ok(told) => tracing::info!(told, "told of agreements"),
            Err(error) => tracing::warn!(%error, "agreements could not be told of"),
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
