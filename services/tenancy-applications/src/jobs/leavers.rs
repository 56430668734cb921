//! Ends tenants whose last day is over, every minute: a new day begins in London, not here.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::app::letting::Leavers;

const EVERY: Duration = Duration::from_secs(60);

/// Ends them until `stop`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(leavers: Leavers, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round("leavers", in_time(A_ROUND, leavers.end()).await) {
            Ok(0) => {}
            Ok(tenancies) => tracing::info!(tenancies, "ended tenants whose last day was over"),
            Err(error) => {
                tracing::warn!(%error, "tenants whose last day is over could not be ended");
            }
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
