//! Continues imports. Any number of processes may run this job: the one that locks an import's row adds its next lines. When that
//! process dies, another one continues where it stopped.

use std::time::Duration;

use futures::{FutureExt as _, future::BoxFuture};
use lintel_core::Error;
use tokio_util::sync::CancellationToken;

/// The interval at which the job looks for imports that another process began or left.
const POLL: Duration = Duration::from_millis(500);
/// The pause before it tries an import again after the database failed.
const PAUSE: Duration = Duration::from_secs(2);

/// The longest time that the next lines may take.
const IN_TIME: Duration = Duration::from_secs(60);

/// The progress of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// There are more.
    Further,
    /// The import is over: it had no further lines, or has ended.
    Over,
    /// Another process has it, or had.
    Elsewhere,
}

/// The imports of a service.
pub trait Importing: Send + Sync + 'static {
    /// Names an import that somebody has to go on with.
    type Waiting: Copy + Send + Sync;
    /// The contents of its file.
    type Content: Send + Sync;

    /// The import that has waited longest.
    fn waiting(&self) -> BoxFuture<'_, Result<Option<Self::Waiting>, Error>>;

    /// Returns the contents of a running import; `None` once it has ended.
    fn content(
        &self,
        waiting: Self::Waiting,
    ) -> BoxFuture<'_, Result<Option<Self::Content>, Error>>;

    /// Adds the next lines of an import and writes its progress, in one transaction.
    fn go_on<'a>(
        &'a self,
        waiting: Self::Waiting,
        content: &'a Self::Content,
    ) -> BoxFuture<'a, Result<Progress, Error>>;
}

/// Runs until `stop`; an unfinished import continues in another process, or after the next start.
///
/// # Errors
/// None; the type is what the lifecycle runs.
pub async fn run(imports: impl Importing, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        let pause = match tick(&imports, &stop).await {
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

/// A database that vanished without a word never answers.
async fn in_time<T>(work: BoxFuture<'_, Result<T, Error>>) -> Result<T, Error> {
    let ended = tokio::time::timeout(IN_TIME, work).await;
    ended.map_err(Error::unavailable)?
}

/// Goes on with what waits, until nothing does.
async fn tick(imports: &impl Importing, stop: &CancellationToken) -> Result<(), Error> {
    while let Some(waiting) = in_time(imports.waiting()).await? {
        // An import that another process works on is tried again after a pause, not at once.
        if !import(imports, waiting, stop).boxed().await? || stop.is_cancelled() {
            break;
        }
    }
    Ok(())
}

/// Continues one import to its end. Returns whether this process had its lock.
#[tracing::instrument(name = "job.import", skip_all)]
async fn import<I: Importing>(
    imports: &I,
    waiting: I::Waiting,
    stop: &CancellationToken,
) -> Result<bool, Error> {
    let Some(content) = in_time(imports.content(waiting)).await? else {
        return Ok(true);
    };
    loop {
        match in_time(imports.go_on(waiting, &content)).await? {
            Progress::Further if stop.is_cancelled() => return Ok(true),
            Progress::Further => {}
            Progress::Over => return Ok(true),
            Progress::Elsewhere => return Ok(false),
        }
    }
}
