//! Continues imports. Any number of processes may run this job: the one that locks an import's row adds its next properties. When
//! that process dies, another one continues where it stopped.

use std::time::Duration;

use futures::FutureExt as _;
use lintel_core::Error;
use tokio_util::sync::CancellationToken;

use crate::app::{Imports, Progress, Waiting};

/// How often the job looks for imports that another process began or left.
const POLL: Duration = Duration::from_millis(500);
/// The pause before it tries an import again after the database failed.
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

    /// Runs until `stop`; an unfinished import continues in another process, or after the next start.
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
            // An import that another process works on is tried again after a pause, not at once.
            if !self.import(waiting, stop).await? || stop.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// Continues one import to its end. Returns whether this process had its lock.
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
