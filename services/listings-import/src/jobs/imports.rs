//! Works on imports. Any number of processes may run this job: the one that takes an import's lease reads its file.

use std::time::Duration;

use futures::FutureExt as _;
use tokio_util::sync::CancellationToken;

use crate::app::{ImportWork, Worked};

/// How often the job looks for imports that wait, or that another process left.
const POLL: Duration = Duration::from_millis(500);
/// The pause before it tries again after the database failed.
const PAUSE: Duration = Duration::from_secs(2);

/// Runs until `stop`; an unfinished import goes on in another process, or after the next start.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(work: ImportWork, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        let pause = match work.work(&stop).boxed().await {
            Ok(Some(Worked::Ended | Worked::Stopped)) => Duration::ZERO,
            Ok(Some(Worked::Elsewhere) | None) => POLL,
            Err(error) => {
                tracing::warn!(%error, "an import could not go on; it is tried again");
                PAUSE
            }
        };
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(pause) => {}
        }
    }
}
