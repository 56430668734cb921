//! Erases deleted organisations: at once when one is deleted, and whatever is left every half minute.

use std::{sync::Arc, time::Duration};

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::app::keeping::Departures;

const EVERY: Duration = Duration::from_secs(30);

/// Erases until `stop`, woken through `wake`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(
    departures: Departures,
    wake: Arc<Notify>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    loop {
        match metrics::round("departures", in_time(A_ROUND, departures.erase()).await) {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "erased what was held of deleted organisations"),
            Err(error) => tracing::warn!(%error, "a deleted organisation could not be erased"),
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = wake.notified() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
