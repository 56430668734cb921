//! The last use of each session by a person, from which the session timeout counts. Kept in memory and sent to identity
//! in batches, so that a request costs no write.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};
use http::HeaderMap;
use lintel_core::SessionId;
use lintel_proto::status::into_status;
use lintel_proto::{
    convert::timestamp,
    identity::v1::{NoteSessionUseRequest, SessionUse},
};
use lintel_runtime::client::in_time;
use tonic::{Request, Status};

use crate::Gateway;

/// Header of a request that no person caused, a refetch after a live update for example.
pub const BACKGROUND: &str = "lintel-background";
/// Interval at which uses are sent to identity. A session ends a minute after its idle time at the latest, so they
/// arrive in time.
const EVERY: Duration = Duration::from_secs(20);
/// Time limit for one such call.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Returns true for a request whose header says that no person caused it.
#[must_use]
pub fn is_background(headers: &HeaderMap) -> bool {
    headers.get(BACKGROUND).is_some_and(|value| value == "1")
}

/// The last use of each session that was not sent to identity yet; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Activity(Arc<Mutex<HashMap<SessionId, DateTime<Utc>>>>);

impl Activity {
    /// Notes that a person used `session` at `at`.
    pub fn note(&self, session: SessionId, at: DateTime<Utc>) {
        let mut uses = self.lock();
        let last = uses.entry(session).or_insert(at);
        *last = at.max(*last);
    }

    fn take(&self) -> HashMap<SessionId, DateTime<Utc>> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SessionId, DateTime<Utc>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends uses to identity every 20 seconds, and once more when the gateway stops.
///
/// # Errors
/// Never: uses that cannot be sent are sent the next time.
pub async fn send_periodically(gateway: Gateway) -> anyhow::Result<()> {
    let mut stopping = false;
    while !stopping {
        tokio::select! {
            () = gateway.stop.cancelled() => stopping = true,
            () = tokio::time::sleep(EVERY) => {}
        }
        send_now(&gateway).await;
    }
    Ok(())
}

/// Sends identity every use that was not sent yet. If that fails, they are kept for the next time.
pub(crate) async fn send_now(gateway: &Gateway) {
    let uses = gateway.activity.take();
    if uses.is_empty() {
        return;
    }
    if let Err(status) = send(gateway, &uses).await {
        tracing::warn!(code = ?status.code(), "identity could not be told which sessions were used");
        for (session, at) in uses {
            gateway.activity.note(session, at);
        }
    }
}

async fn send(gateway: &Gateway, uses: &HashMap<SessionId, DateTime<Utc>>) -> Result<(), Status> {
    let mut request = Request::new(NoteSessionUseRequest {
        uses: uses
            .iter()
            .map(|(session, at)| SessionUse {
                session_id: session.to_string(),
                use_time: Some(timestamp(*at)),
            })
            .collect(),
    });
    request.set_timeout(TIMEOUT);
    gateway
        .service_key
        .show(request.metadata_mut())
        .map_err(into_status)?;
    let mut client = gateway.clients.sessions();
    in_time(TIMEOUT, client.note_session_use(request)).await?;
    Ok(())
}
