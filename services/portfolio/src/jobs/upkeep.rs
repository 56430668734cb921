//! The upkeep of certificates, inspections and imports, every minute in every replica.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use super::cause;
use crate::app::Upkeep;

const EVERY: Duration = Duration::from_secs(60);

/// Schedules what is missing, tells what is due and forgets old imports, now and every minute until `stop`; what failed is made up for by the next
/// round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(upkeep: Upkeep, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        match metrics::round(
            "inspections",
            in_time(A_ROUND, upkeep.schedule_missing()).await,
        ) {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "inspections scheduled"),
            Err(error) => {
                tracing::warn!(
                    reason = error.reason(),
                    cause = cause(&error),
                    "missing inspections could not be scheduled"
                );
            }
        }
        match metrics::round("reminders", in_time(A_ROUND, upkeep.tell_due()).await) {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "certificates and inspections fell due"),
            Err(error) => {
                tracing::warn!(
                    reason = error.reason(),
                    cause = cause(&error),
                    "what fell due could not be told"
                );
            }
        }
        if let Err(error) =
            metrics::round("retention", in_time(A_ROUND, upkeep.forget_imports()).await)
        {
            tracing::warn!(
                reason = error.reason(),
                cause = cause(&error),
                "old imports could not be forgotten"
            );
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
