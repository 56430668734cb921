//! Telling other services of changed tenants, and of rents that a program of before did not tell.

use std::time::Duration;

use lintel_core::Error;
use lintel_db::{SOON, in_time};
use tokio_util::sync::CancellationToken;

use crate::app::keeping::TenantSnapshots;

/// Short enough that who just moved in can report a repair.
const PAUSE: Duration = Duration::from_millis(200);
/// After a failure: the database is away.
const LONGER: Duration = Duration::from_secs(2);

/// Publishes what is due until `stop`. Every replica may do so: rows are taken under a lock.
pub async fn run(snapshots: TenantSnapshots, stop: CancellationToken) {
    let mut pause = PAUSE;
    loop {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
        pause = match in_time(SOON, told(&snapshots)).await {
            Ok(true) => Duration::ZERO,
            Ok(false) => PAUSE,
            Err(error) => {
                let reason = error.reason();
                tracing::warn!(reason, "changed tenants are not told yet");
                LONGER
            }
        };
    }
}

async fn told(snapshots: &TenantSnapshots) -> Result<bool, Error> {
    let more = snapshots.publish_due().await?;
    Ok(snapshots.tell_rents().await? || more)
}
