//! Sends what waited, every minute in every replica.

use std::{sync::Arc, time::Duration};

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::app::Bundles;

const EVERY: Duration = Duration::from_secs(60);

/// Sends what is due until `stop`, and wakes the mail job by `wake`; what failed is tried again in the next round.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn send_bundles(
    bundles: Bundles,
    wake: Arc<Notify>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    loop {
        match metrics::round("bundles", in_time(A_ROUND, bundles.send()).await) {
            Ok(0) => {}
            Ok(sent) => {
                tracing::info!(sent, "sent mails that waited");
                wake.notify_one();
            }
            Err(error) => tracing::warn!(%error, "mails that waited could not be sent"),
        }
        if let Err(error) = in_time(A_ROUND, bundles.sweep()).await {
            tracing::warn!(%error, "forgetting mails that count no more failed; it is tried again");
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
