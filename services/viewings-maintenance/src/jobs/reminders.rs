//! Reminds viewers a day before, every minute in every replica.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::app::viewing::Reminders;

const EVERY: Duration = Duration::from_secs(60);

/// Reminds until `stop`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(reminders: Reminders, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round("reminders", in_time(A_ROUND, reminders.remind()).await) {
            Ok(0) => {}
            Ok(viewers) => tracing::info!(viewers, "reminded viewers"),
            Err(error) => tracing::warn!(%error, "viewers could not be reminded"),
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
