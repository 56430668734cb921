//! Readiness over `grpc.health.v1`: whether this process should get work now.

use tonic_health::{ServingStatus, server::HealthReporter};

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

    /// Says whether this process should get work.
    pub async fn set_ready(&self, ready: bool) {
        let status = if ready {
            ServingStatus::Serving
        } else {
            ServingStatus::NotServing
        };
        self.reporter.set_service_status("", status).await;
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
