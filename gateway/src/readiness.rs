//! Whether the gateway should get work: what it needs is there and it is not about to stop.

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

/// One service may take this long to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(1);
/// What identity said of ended sessions holds this long while no events arrive; it is asked every second then.
const FRESH: Duration = Duration::from_secs(5);

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
    ended_sessions_asked: Arc<Mutex<Option<Instant>>>,
    stop: CancellationToken,
}

impl Readiness {
    /// With the connection on which events arrive, and until the process is told to stop.
    #[must_use]
    pub fn new(events: Connection, stop: CancellationToken) -> Self {
        Self {
            events,
            ended_sessions_asked: Arc::default(),
            stop,
        }
    }

    /// Notes that identity was asked for ended sessions just now; before that, a token of one would pass.
    pub fn ended_sessions_known(&self) {
        *self.asked() = Some(Instant::now());
    }

    /// Whether identity was ever asked for ended sessions, which it first is when events arrive.
    #[must_use]
    pub fn knew_ended_sessions(&self) -> bool {
        self.asked().is_some()
    }

    /// Whether a session that ended is known here soon: by its event, or by asking while the broker is away. So the broker's
    /// absence takes no gateway out of service.
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

    /// Waits until it is.
    pub async fn stopping(&self) {
        self.stop.cancelled().await;
    }

    /// Everything that is needed, and whether it is there.
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
