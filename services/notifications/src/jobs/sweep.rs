//! The hourly clean-up.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::app::{Deliveries, Inbox};

const EVERY: Duration = Duration::from_secs(3600);

/// Deletes deliveries that ended and notifications that were raised long ago, now and every hour until `stop`.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn sweep(
    deliveries: Deliveries,
    inbox: Inbox,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    loop {
        if let Err(error) = metrics::round("retention", in_time(A_ROUND, deliveries.sweep()).await)
        {
            tracing::warn!(%error, "sweeping old deliveries failed; it is tried again in an hour");
        }
        if let Err(error) = metrics::round("retention", in_time(A_ROUND, inbox.sweep()).await) {
            tracing::warn!(%error, "sweeping old notifications failed; it is tried again in an hour");
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
