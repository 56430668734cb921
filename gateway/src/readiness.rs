//! Whether the gateway should get work: what it needs is there and it is not about to stop.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures::future::join_all;
use lintel_runtime::GrpcChannel;
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};
use utoipa::ToSchema;

use crate::{Gateway, live::Connection};

/// One service may take this long to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(1);

/// One thing that the gateway needs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Check {
    /// What it is.
    #[schema(value_type = String, example = "identity")]
    pub name: &'static str,
    /// Whether it is there.
    pub ok: bool,
}

/// Knows what the gateway needs.
#[derive(Debug, Clone, Default)]
pub struct Readiness {
    events: Connection,
    ended_sessions: Arc<AtomicBool>,
    stop: CancellationToken,
}

impl Readiness {
    /// With the connection on which events arrive, and until the process is told to stop.
    #[must_use]
    pub fn new(events: Connection, stop: CancellationToken) -> Self {
        Self {
            events,
            ended_sessions: Arc::default(),
            stop,
        }
    }

    /// Notes that identity was asked for ended sessions; before that, a token of one would pass.
    pub fn ended_sessions_known(&self) {
        self.ended_sessions.store(true, Ordering::Relaxed);
    }

    /// Whether the process was told to stop.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Everything that is needed, and whether it is there.
    pub async fn checks(&self, gateway: &Gateway) -> Vec<Check> {
        let services = gateway.clients.needed().map(async |(name, channel)| Check {
            name,
            ok: is_serving(channel).await,
        });
        let mut checks = join_all(services).await;
        for (name, ok) in [
            ("events", self.events.stands()),
            ("keys", gateway.sessions.is_ready()),
            ("endedSessions", self.ended_sessions.load(Ordering::Relaxed)),
            ("running", !self.is_stopping()),
        ] {
            checks.push(Check { name, ok });
        }
        checks
    }

    /// Whether all of it is there.
    pub async fn is_ready(&self, gateway: &Gateway) -> bool {
        self.checks(gateway).await.iter().all(|check| check.ok)
    }
}

async fn is_serving(channel: GrpcChannel) -> bool {
    let mut client = HealthClient::new(channel);
    let asked = client.check(HealthCheckRequest::default());
    matches!(
        tokio::time::timeout(PATIENCE, asked).await,
        Ok(Ok(reply)) if reply.get_ref().status() == ServingStatus::Serving
    )
}
