//! Deletes what is over, every hour in every replica.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::app::keeping::Retention;

const EVERY: Duration = Duration::from_secs(60 * 60);

/// Deletes it now and every hour until `stop`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(retention: Retention, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round("retention", in_time(A_ROUND, retention.apply()).await) {
            Ok(over) if over.sum() == 0 => {}
            Ok(over) => tracing::info!(?over, "deleted what need not be kept any longer"),
            Err(error) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                let cause = cause.unwrap_or_default();
                tracing::warn!(
                    reason = error.reason(),
                    cause,
                    "retention failed; trying again"
                );
            }
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
