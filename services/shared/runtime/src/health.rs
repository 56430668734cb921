//! Readiness over `grpc.health.v1`: whether this process should get work now.

use std::{future::Future, time::Duration};

use tonic_health::{ServingStatus, server::HealthReporter};

use crate::Lifecycle;

const WHILE_NOT_READY: Duration = Duration::from_millis(100);
const WHEN_READY: Duration = Duration::from_secs(2);

/// The readiness of this process; clones share it. It begins as not ready.
#[derive(Clone)]
pub struct Health {
    reporter: HealthReporter,
}

impl Health {
    /// Not ready yet.
    pub async fn starting() -> Self {
        let health = Self {
            reporter: HealthReporter::new(),
        };
        health.set_ready(false).await;
        health
    }

    /// Reports whether this process should get work.
    pub async fn set_ready(&self, ready: bool) {
        let status = if ready {
            ServingStatus::Serving
        } else {
            ServingStatus::NotServing
        };
        self.reporter.set_service_status("", status).await;
    }

    /// Ends the streams of clients that watch the readiness; an open stream would keep its connection, and so the process,
    /// running.
    pub(crate) async fn end_watches(&self) {
        self.reporter().clear_service_status("").await;
    }

    /// Reports what `is_ready` returns, again and again, until the process is told to stop.
    pub fn follow<F, Answer>(&self, lifecycle: &Lifecycle, is_ready: F)
    where
        F: Fn() -> Answer + Send + 'static,
        Answer: Future<Output = bool> + Send,
    {
        let health = self.clone();
        let stop = lifecycle.stop.clone();
        lifecycle.spawn("readiness", async move {
            while let Some(ready) = stop.run_until_cancelled(is_ready()).await {
                health.set_ready(ready).await;
                let pause = if ready { WHEN_READY } else { WHILE_NOT_READY };
                stop.run_until_cancelled(tokio::time::sleep(pause)).await;
            }
            health.set_ready(false).await;
            Ok(())
        });
    }

    pub(crate) fn reporter(&self) -> HealthReporter {
        self.reporter.clone()
    }
}

impl std::fmt::Debug for Health {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Health")
    }
}
