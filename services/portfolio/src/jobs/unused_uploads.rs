//! Removes files that no row names, every hour in every replica.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use super::cause;
use crate::app::UnusedUploads;

const EVERY: Duration = Duration::from_secs(60 * 60);

/// Removes them now and every hour until `stop`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(uploads: UnusedUploads, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round("unused-uploads", in_time(A_ROUND, uploads.remove()).await) {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "unused uploads removed"),
            Err(error) => {
                tracing::warn!(
                    reason = error.reason(),
                    cause = cause(&error),
                    "unused uploads could not be removed"
                );
            }
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
