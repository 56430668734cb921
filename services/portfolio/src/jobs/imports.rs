//! Going on with imports. Any number of processes may run this job: whoever locks an import's row adds its next properties, and
//! when that process dies another one finds the import where it was.

use std::time::Duration;

use futures::FutureExt as _;
use lintel_core::Error;
use tokio_util::sync::CancellationToken;

use crate::app::{Imports, Progress, Waiting};

/// How often imports are looked for that another process began or left.
const POLL: Duration = Duration::from_millis(500);
/// Before an import is looked at again that failed for the database's sake.
const PAUSE: Duration = Duration::from_secs(2);

/// Adds the properties of imports.
#[derive(Debug, Clone)]
pub struct ImportJob {
    imports: Imports,
}

impl ImportJob {
    /// A job over `imports`.
    #[must_use]
    pub const fn new(imports: Imports) -> Self {
        Self { imports }
    }

    /// Runs until `stop`; an import in hand goes on in another process, or after the next start.
    ///
    /// # Errors
    /// None; the type is what the lifecycle runs.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        loop {
            let pause = match self.tick(&stop).await {
                Ok(()) => POLL,
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

    /// Goes on with what waits, until nothing does.
    async fn tick(&self, stop: &CancellationToken) -> Result<(), Error> {
        while let Some(waiting) = self.imports.waiting().await? {
            // What another process has in hand is looked at again after a while, not at once.
            if !self.import(waiting, stop).await? || stop.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// Goes on with one import to its end; says whether it was ours to go on with.
    #[tracing::instrument(name = "job.import_properties", skip_all)]
    async fn import(&self, waiting: Waiting, stop: &CancellationToken) -> Result<bool, Error> {
        let Some(lines) = self.imports.lines(waiting).await? else {
            return Ok(true);
        };
        loop {
            // Boxed, because the compiler cannot see for every lifetime at once that the future may change threads.
            match self.imports.import_chunk(waiting, &lines).boxed().await? {
                Progress::Further if stop.is_cancelled() => return Ok(true),
                Progress::Further => {}
                Progress::Over => return Ok(true),
                Progress::Elsewhere => return Ok(false),
            }
        }
    }
}
