//! Receives every event as a plain NATS subscriber (no durable and no queue group, so every replica receives all). Fetches from
//! identity what it may have missed: once after a gap, and every second during one.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_nats::{Client, ConnectOptions, Event, Message, ServerAddr};
use futures::StreamExt as _;
use lintel_core::SessionId;
use lintel_proto::{
    PublicEvent,
    identity::v1::{ListEndedSessionsRequest, SessionEnded},
};
use lintel_runtime::client::in_time;
use prost::Message as _;
use tokio::{sync::Notify, time::MissedTickBehavior};

use super::change::Change;
use crate::{Gateway, front::sessions::REMEMBERED};

const EVERYTHING: &str = "lintel.evt.>";
/// The pause between two attempts to ask identity.
const PAUSE: Duration = Duration::from_millis(500);
/// Time limit for one such call.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Interval at which the ended sessions are fetched from identity while no events arrive.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Interval at which the server is asked whether it is there, as in `lintel_bus::connect`: a connection over which
/// nothing arrives is given up within 12 seconds (docs/reference/promises.md R11), and ended sessions are then asked for.
/// async-nats would take minutes.
const PING: Duration = Duration::from_secs(3);

/// The connection to NATS, and whether it is up.
#[derive(Debug, Clone, Default)]
pub struct Connection {
    is_up: Arc<AtomicBool>,
    came: Arc<Notify>,
}

impl Connection {
    /// Returns true while events arrive.
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    fn note(&self, event: &Event) {
        match event {
            Event::Connected => {
                tracing::info!("connected to NATS");
                self.is_up.store(true, Ordering::Relaxed);
                self.came.notify_one();
            }
            Event::Disconnected | Event::Closed => {
                tracing::warn!("disconnected from NATS");
                self.is_up.store(false, Ordering::Relaxed);
            }
            // Events that were dropped because this process was too slow are lost, as if the connection had broken.
            Event::SlowConsumer(_) => self.came.notify_one(),
            Event::ServerError(error) => tracing::error!(%error, "NATS refused something"),
            other => tracing::debug!(event = %other, "NATS"),
        }
    }

    async fn connect(&self, url: &str) -> anyhow::Result<Client> {
        let this = self.clone();
        let address: ServerAddr = url.parse()?;
        // async-nats ignores the name and password of an address.
        let options = match (address.username(), address.password()) {
            (Some(user), Some(password)) => {
                ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned())
                    .custom_inbox_prefix(format!("_INBOX_{user}"))
            }
            _ => ConnectOptions::new(),
        };
        let client = options
            .name("lintel-gateway")
            .retry_on_initial_connect()
            .connection_timeout(TIMEOUT)
            .ping_interval(PING)
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis(50 * u64::try_from(attempts.min(20)).unwrap_or(20))
            })
            .event_callback(move |event| {
                this.note(&event);
                std::future::ready(())
            })
            .connect(address)
            .await?;
        Ok(client)
    }
}

/// Listens until the process stops.
///
/// # Errors
/// If `nats_url` is not an address, or the subscription ends for good.
pub async fn run(gateway: Gateway, connection: Connection, nats_url: String) -> anyhow::Result<()> {
    let client = connection.connect(&nats_url).await?;
    // Subscribes before it asks, so that an event in between is received twice rather than never.
    let mut events = client.subscribe(EVERYTHING).await?;
    let mut poll = tokio::time::interval(POLL_INTERVAL);
    poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = gateway.stop.cancelled() => return Ok(()),
            () = connection.came.notified() => {
                // The client subscribes again by itself; this waits until the server has done so.
                if client.flush().await.is_ok() {
                    tokio::spawn(catch_up(gateway.clone()));
                }
            }
            // Checked inside: as a condition of this branch it would be evaluated before the connection breaks.
            _ = poll.tick() => {
                if !gateway.readiness.knew_ended_sessions() {
                    continue;
                }
                if connection.is_up() {
                    // The events until now count as fetched, so that a broken connection does not make the gateway unready at
                    // once.
                    gateway.readiness.ended_sessions_known();
                } else if let Err(status) = learn_ended_sessions(&gateway).await {
                    // It is tried again in a second; readiness fails if it fails for too long.
                    tracing::warn!(code = ?status.code(), "neither NATS nor identity tells of ended sessions");
                }
            }
            event = events.next() => match event {
                Some(event) => handle(&gateway, &event),
                None => anyhow::bail!("the subscription to {EVERYTHING} ended"),
            },
        }
    }
}

fn handle(gateway: &Gateway, event: &Message) {
    let Some(headers) = &event.headers else {
        return;
    };
    let kind = headers.get("ce-type").map(async_nats::HeaderValue::as_str);
    if kind == Some(SessionEnded::TYPE) {
        match SessionEnded::decode(event.payload.clone()) {
            Ok(ended) => end(gateway, &ended.session_id),
            Err(error) => tracing::error!(%error, "an ended session could not be read"),
        }
    } else if let Some(change) = Change::read(headers, &event.payload) {
        gateway.hub.publish(&change);
    }
}

fn end(gateway: &Gateway, session: &str) {
    match session.parse() {
        Ok(session) => gateway.sessions.end(SessionId::new(session)),
        Err(_) => tracing::error!("an ended session has no id"),
    }
}

/// Fetches from identity the sessions that ended while no events arrived, and tells browsers to refetch what they show.
async fn catch_up(gateway: Gateway) {
    gateway.hub.resync();
    while !gateway.stop.is_cancelled() {
        match learn_ended_sessions(&gateway).await {
            Ok(()) => return,
            Err(status) => {
                tracing::warn!(code = ?status.code(), "identity could not be asked for ended sessions");
            }
        }
        tokio::select! {
            () = gateway.stop.cancelled() => {}
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

async fn learn_ended_sessions(gateway: &Gateway) -> Result<(), tonic::Status> {
    for session in ended_sessions(gateway).await? {
        end(gateway, &session);
    }
    gateway.readiness.ended_sessions_known();
    Ok(())
}

async fn ended_sessions(gateway: &Gateway) -> Result<Vec<String>, tonic::Status> {
    let since = gateway.clock.now()
        - chrono::Duration::from_std(REMEMBERED).unwrap_or_else(|_| chrono::Duration::hours(1));
    let mut request = tonic::Request::new(ListEndedSessionsRequest {
        since_time: Some(lintel_proto::convert::timestamp(since)),
    });
    request.set_timeout(TIMEOUT);
    gateway
        .service_key
        .show(request.metadata_mut())
        .map_err(lintel_proto::status::into_status)?;
    let mut client = gateway.clients.sessions();
    let reply = in_time(TIMEOUT, client.list_ended_sessions(request)).await?;
    Ok(reply
        .sessions
        .into_iter()
        .map(|ended| ended.session_id)
        .collect())
}
