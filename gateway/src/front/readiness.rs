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

/// Time limit for the readiness check of one service.
const TIMEOUT: Duration = Duration::from_secs(1);
/// The time for which a service is asked again that says it does not serve. The replica that was asked may have been
/// told to stop just now; the next call goes to another one as soon as this process has heard of that.
const RETRIES_FOR: Duration = Duration::from_millis(300);
/// The pause before it is asked again.
const PAUSE: Duration = Duration::from_millis(20);
/// The time for which identity's list of ended sessions counts as current while no events arrive; it is then fetched
/// every second.
const STALE_AFTER: Duration = Duration::from_secs(5);

/// One thing that the gateway needs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Check {
    /// Its name.
    #[schema(value_type = String, example = "identity")]
    pub name: &'static str,
    /// True where it is available.
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
    /// Makes the readiness of the connection for events; `stop` ends it.
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

    /// Returns true once the ended sessions were fetched, which first happens when events arrive.
    #[must_use]
    pub fn knew_ended_sessions(&self) -> bool {
        self.asked().is_some()
    }

    /// Returns true where ended sessions become known soon: by events, or from identity while the broker is away. So
    /// the gateway stays ready when only the broker is away.
    fn knows_ended_sessions(&self, now: Instant) -> bool {
        self.asked()
            .is_some_and(|asked| self.events.is_up() || now.duration_since(asked) < STALE_AFTER)
    }

    fn asked(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.ended_sessions_asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true once the process was told to stop.
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

    /// Returns true where everything that is needed is available.
    pub async fn is_ready(&self, gateway: &Gateway) -> bool {
        self.checks(gateway).await.iter().all(|check| check.ok)
    }
}

async fn is_serving(channel: GrpcChannel) -> bool {
    let begun = Instant::now();
    while !answers_serving(channel.clone()).await {
        if begun.elapsed() > RETRIES_FOR {
            return false;
        }
        tokio::time::sleep(PAUSE).await;
    }
    true
}

async fn answers_serving(channel: GrpcChannel) -> bool {
    let mut client = HealthClient::new(channel);
    let asked = client.check(HealthCheckRequest::default());
    matches!(
        tokio::time::timeout(TIMEOUT, asked).await,
        Ok(Ok(reply)) if reply.get_ref().status() == ServingStatus::Serving
    )
}

#[cfg(test)]
mod tests {
    use lintel_runtime::{SharedConfig, client};
    use serde_json::json;
    use tokio::net::TcpListener;
    use tonic::transport::{Server, server::TcpIncoming};
    use tonic_health::{
        ServingStatus as Serves,
        pb::health_server::HealthServer,
        server::{HealthReporter, HealthService},
    };

    use super::*;

    #[tokio::test]
    async fn one_replica_that_stops_makes_nobody_else_unready() -> anyhow::Result<()> {
        let shared = SharedConfig::defaults_with(json!({"profile": "dev"}))?;
        let (mut reporters, mut urls) = (Vec::new(), Vec::new());
        for _ in 0..2 {
            let reporter = HealthReporter::new();
            reporter.set_service_status("", Serves::Serving).await;
            let listener = TcpListener::bind("127.0.0.1:0").await?;
            urls.push(format!("http://{}", listener.local_addr()?));
            let health = HealthService::from_health_reporter(reporter.clone());
            let server = Server::builder().add_service(HealthServer::new(health));
            tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
            reporters.push(reporter);
        }
        let channel = client::channel("TEST_URL", &urls.join(","), &shared)?;
        assert!(is_serving(channel.clone()).await);
        for stopped in 0..10 {
            let (one, other) = (&reporters[stopped % 2], &reporters[(stopped + 1) % 2]);
            other.set_service_status("", Serves::Serving).await;
            one.set_service_status("", Serves::NotServing).await;
            assert!(is_serving(channel.clone()).await, "{stopped}");
        }
        for reporter in &reporters {
            reporter.set_service_status("", Serves::NotServing).await;
        }
        assert!(!is_serving(channel).await);
        Ok(())
    }

    #[test]
    fn without_events_what_identity_said_holds_for_seconds() {
        let readiness = Readiness::default();
        let now = Instant::now();
        assert!(!readiness.knows_ended_sessions(now), "nobody was asked");
        readiness.ended_sessions_known();
        assert!(readiness.knows_ended_sessions(now + STALE_AFTER / 2));
        assert!(!readiness.knows_ended_sessions(now + 2 * STALE_AFTER));
    }
}
