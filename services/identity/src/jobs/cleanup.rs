//! The hourly clean-up.

use std::{sync::Arc, time::Duration};

use lintel_core::Clock;
use lintel_db::{A_ROUND, Db, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::{app::cleanup, error::cause};

const PAUSE: Duration = Duration::from_secs(3600);

/// Cleans up every hour until `stop`; the next round makes up for a failed one.
pub async fn run(db: Db, clock: Arc<dyn Clock>, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = metrics::round(
            "retention",
            in_time(A_ROUND, cleanup::run(&db, clock.as_ref())).await,
        ) {
            tracing::warn!(
                reason = error.reason(),
                cause = cause(&error),
                "cleaning up failed; trying again in an hour"
            );
        }
    }
}
