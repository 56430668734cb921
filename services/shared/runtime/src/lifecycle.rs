//! Starting, draining and stopping.

use std::{
    future::Future,
    sync::{Arc, OnceLock},
    time::Duration,
};

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// The longest time that a process may take to finish its work after it was told to stop.
pub const DRAIN_LIMIT: Duration = Duration::from_secs(20);
/// The time for calls to end after the server stopped accepting connections; longer than any caller waits for an answer.
const CALLS_LIMIT: Duration = Duration::from_secs(10);

/// The states of one process, which is told to stop by a signal or by a task that failed. It then reports that it is not
/// ready, goes on serving until load balancers have noticed, accepts no more connections, finishes its work, and ends.
#[derive(Debug, Clone, Default)]
pub struct Lifecycle {
    /// Cancelled when the process is to stop: it is no longer ready, and its background work ends.
    pub stop: CancellationToken,
    drain_delay: Duration,
    tasks: TaskTracker,
    failure: Arc<OnceLock<&'static str>>,
}

impl Lifecycle {
    /// A lifecycle that stops accepting connections `drain_delay` after it was told to stop.
    #[must_use]
    pub fn new(drain_delay: Duration) -> Self {
        Self {
            drain_delay,
            ..Self::default()
        }
    }

    /// Waits until no more connections are to be accepted.
    pub async fn closing(&self) {
        self.stop.cancelled().await;
        tokio::time::sleep(self.drain_delay).await;
    }

    /// Waits until the calls in progress have had enough time to end: a call that still runs is stuck, or its client keeps
    /// it open.
    pub async fn overdue(&self) {
        self.closing().await;
        tokio::time::sleep(CALLS_LIMIT).await;
    }

    /// Runs `task` until it ends; the process waits for it before it exits. A task that fails or panics stops the process,
    /// because a service that only partly works is worse than one that is restarted.
    pub fn spawn<F>(&self, name: &'static str, task: F)
    where
        F: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let this = self.clone();
        self.tasks.spawn(async move {
            match tokio::spawn(task).await {
                Ok(Ok(())) => tracing::debug!(task = name, "ended"),
                Ok(Err(error)) => {
                    tracing::error!(task = name, error = format!("{error:#}"), "failed");
                    this.fail(name);
                }
                Err(error) => {
                    tracing::error!(task = name, %error, "panicked");
                    this.fail(name);
                }
            }
        });
    }

    /// The first task that failed.
    #[must_use]
    pub fn failure(&self) -> Option<&'static str> {
        self.failure.get().copied()
    }

    /// Stops on SIGTERM or SIGINT.
    ///
    /// # Errors
    /// When the signals cannot be listened to.
    pub(crate) fn listen_to_signals(&self) -> std::io::Result<()> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let stop = self.stop.clone();
        tokio::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tracing::info!("told to stop; draining");
            stop.cancel();
        });
        Ok(())
    }

    /// Waits until every task has ended, at most [`DRAIN_LIMIT`]. Returns whether all ended.
    pub async fn drain(&self) -> bool {
        self.tasks.close();
        tokio::time::timeout(DRAIN_LIMIT, self.tasks.wait())
            .await
            .is_ok()
    }

    fn fail(&self, name: &'static str) {
        // Only the first failure is kept.
        let _ = self.failure.set(name);
        self.stop.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_task_that_fails_stops_the_process_and_is_named() {
        let life = Lifecycle::default();
        life.spawn("relay", async { anyhow::bail!("lost") });
        life.stop.cancelled().await;
        assert!(life.drain().await);
        assert_eq!(life.failure(), Some("relay"));
    }

    #[tokio::test]
    async fn draining_waits_for_work_in_hand() {
        let life = Lifecycle::default();
        let (send, receive) = tokio::sync::oneshot::channel();
        let stop = life.stop.clone();
        life.spawn("work", async move {
            stop.cancelled().await;
            let _ = send.send(());
            Ok(())
        });
        life.stop.cancel();
        assert!(life.drain().await);
        assert_eq!(receive.await, Ok(()));
        assert_eq!(life.failure(), None);
    }
}
