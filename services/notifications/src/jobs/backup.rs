//! Makes backups: begins those of each night, and writes what is due, one at a time in each process.

use std::time::Duration;

use lintel_db::{A_ROUND, in_time};
use lintel_telemetry::metrics;
use tokio_util::sync::CancellationToken;

use crate::{
    app::{Backups, Made},
    clients::Holdings,
};

/// How often due backups are looked for.
const POLL: Duration = Duration::from_secs(2);
/// How long making one may take; after that it begins anew.
const MAKING: Duration = Duration::from_secs(3600);

/// Makes backups until `stop`; one that is being made then begins anew elsewhere.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn make_backups(
    backups: Backups,
    holdings: Holdings,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    metrics::backups();
    let work = async {
        loop {
            if let Err(error) = metrics::round(
                "backups-begun",
                in_time(A_ROUND, backups.begin_night(&holdings)).await,
            ) {
                let error = format!("{error:#}");
                tracing::debug!(error, "the backups of the night are not begun yet");
            }
            match in_time(MAKING, backups.make_due(&holdings)).await {
                Ok(Made::None) => tokio::time::sleep(POLL).await,
                Ok(made) => {
                    metrics::backup_attempt(made.as_str());
                    tracing::info!(?made, "a backup was attempted");
                }
                Err(error) => {
                    metrics::backup_attempt("broken_off");
                    tracing::warn!(%error, "backups cannot be made; it goes on by itself");
                    tokio::time::sleep(POLL).await;
                }
            }
        }
    };
    stop.run_until_cancelled(work).await;
    Ok(())
}
