//! Readiness: everything that the gateway needs is available and it is not about to stop.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
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

/// How long the readiness check of one service may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long identity's list of ended sessions counts as current while no events arrive; it is then fetched every second.
const FRESH: Duration = Duration::from_secs(5);

/// One thing that the gateway needs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Check {
    /// What it is.
    #[schema(value_type = String, example = "identity")]
    pub name: &'static str,
    /// Whether it is available.
    pub ok: bool,
}

/// Checks what the gateway needs.
#[derive(Debug, Clone, Default)]
pub struct Readiness {
    events: Connection,
    ended_sessions_asked: Arc<Mutex<Option<Instant>>>,
    stop: CancellationToken,
}

impl Readiness {
    /// With the connection for events; `stop` ends readiness.
    #[must_use]
    pub fn new(events: Connection, stop: CancellationToken) -> Self {
        Self {
            events,
            ended_sessions_asked: Arc::default(),
            stop,
        }
    }

    /// Notes that the ended sessions were fetched from identity just now. Before the first time a token of an ended session would
    /// be accepted.
    pub fn ended_sessions_known(&self) {
        *self.asked() = Some(Instant::now());
    }

    /// Whether the ended sessions were ever fetched, which first happens when events arrive.
    #[must_use]
    pub fn knew_ended_sessions(&self) -> bool {
        self.asked().is_some()
    }

    /// Whether ended sessions become known soon: by events, or from identity while the broker is away. So the gateway stays ready
    /// when only the broker is away.
    fn knows_ended_sessions(&self, now: Instant) -> bool {
        self.asked()
            .is_some_and(|asked| self.events.stands() || now.duration_since(asked) < FRESH)
    }

    fn asked(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.ended_sessions_asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the process was told to stop.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Waits until the process is told to stop.
    pub async fn stopping(&self) {
        self.stop.cancelled().await;
    }

    /// Everything that is needed, and whether it is available.
    pub async fn checks(&self, gateway: &Gateway) -> Vec<Check> {
        let services = gateway.clients.needed().map(async |(name, channel)| Check {
            name,
            ok: is_serving(channel).await,
        });
        let mut checks = join_all(services).await;
        for (name, ok) in [
            ("keys", gateway.sessions.is_ready()),
            (
                "endedSessionsHeardOrAsked",
                self.knows_ended_sessions(Instant::now()),
            ),
            ("running", !self.is_stopping()),
        ] {
            checks.push(Check { name, ok });
        }
        checks
    }

    /// Whether all of it is available.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_events_what_identity_said_holds_for_seconds() {
        let readiness = Readiness::default();
        let now = Instant::now();
        assert!(!readiness.knows_ended_sessions(now), "nobody was asked");
        readiness.ended_sessions_known();
        assert!(readiness.knows_ended_sessions(now + FRESH / 2));
        assert!(!readiness.knows_ended_sessions(now + 2 * FRESH));
    }
}
