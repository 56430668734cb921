//! From JetStream into a service: inbox row and effect in one transaction, then the acknowledgement.

use std::{future::Future, panic::AssertUnwindSafe, time::Duration};

use anyhow::Context as _;
use async_nats::jetstream::{
    AckKind, Context as JetStream, Message,
    consumer::{PullConsumer, pull},
};
use futures::{FutureExt as _, StreamExt as _};
use lintel_core::Error;
use lintel_db::{Db, StoreError, Tx};
use rand::Rng as _;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::{
    Event,
    dead_letter::{self, Reason},
    topology::ConsumerSpec,
    trace,
};

/// A handler may fail this often before its event is put aside.
const MAX_ATTEMPTS: i32 = 5;
/// The process may die this often in a handler before the event is suspected.
const MAX_CRASHES: i32 = 3;
/// From this delivery on, starts are counted: nobody finished the ones before.
const SUSPICIOUS_DELIVERY: i64 = 3;
/// The first and the longest pause after a fault of the infrastructure.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// Whether an event concerned the handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    /// It did; its effect is in the transaction.
    Done,
    /// It did not, or is of a type that is newer than this program.
    Ignored,
}

/// Why a handler did not take an event.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// Something it needs is away; not the event's fault, and not counted.
    #[error("not now: {0}")]
    Transient(Error),
    /// It failed; after a few more tries the event is put aside.
    #[error("failed: {0}")]
    Failed(Error),
    /// The event can never be taken.
    #[error("never: {0}")]
    Permanent(&'static str),
}

impl From<Error> for HandlerError {
    fn from(error: Error) -> Self {
        match error {
            Error::Unavailable { .. } | Error::Aborted { .. } | Error::DeadlineExceeded => {
                Self::Transient(error)
            }
            _ => Self::Failed(error),
        }
    }
}

impl From<StoreError> for HandlerError {
    fn from(error: StoreError) -> Self {
        Error::from(error).into()
    }
}

/// What a service does with the events of one consumer.
pub trait Handler: Send + Sync + 'static {
    /// Takes `event` within `tx`, which also holds its inbox row. Nothing but the database is awaited here.
    fn handle(
        &self,
        tx: &mut Tx,
        event: &Event,
    ) -> impl Future<Output = Result<Handled, HandlerError>> + Send;

    /// Called after the transaction of an event that was [`Handled::Done`] has committed: the cue for work that waits for
    /// its rows.
    fn committed(&self) {}
}

/// Runs one consumer of one service.
#[derive(Debug)]
pub struct Consumer<H> {
    spec: ConsumerSpec,
    db: Db,
    jetstream: JetStream,
    handler: H,
    attached: watch::Sender<bool>,
}

impl<H: Handler> Consumer<H> {
    /// Will give the events of `spec` to `handler`.
    #[must_use]
    pub fn new(spec: ConsumerSpec, db: Db, jetstream: JetStream, handler: H) -> Self {
        Self {
            spec,
            db,
            jetstream,
            handler,
            attached: watch::Sender::new(false),
        }
    }

    /// Whether the broker's consumer has been found; for the service's readiness.
    #[must_use]
    pub fn attached(&self) -> watch::Receiver<bool> {
        self.attached.subscribe()
    }

    /// Runs until `stop`, finishing the event in hand. Broker and database may go and come back.
    ///
    /// # Errors
    /// None; the type is what the lifecycle runs.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        let mut pause = PAUSES.0;
        while !stop.is_cancelled() {
            match self.attend(&stop, &mut pause).await {
                Ok(()) => {}
                Err(error) => {
                    self.attached.send_replace(false);
                    tracing::warn!(consumer = self.spec.durable, error = format!("{error:#}"), "consuming was interrupted; it goes on by itself");
                    self.wait(&stop, &mut pause).await;
                }
            }
        }
        Ok(())
    }

    async fn attend(&self, stop: &CancellationToken, pause: &mut Duration) -> anyhow::Result<()> {
        let consumer: PullConsumer = self
            .jetstream
            .get_consumer_from_stream::<pull::Config, _, _>(self.spec.durable, self.spec.stream)
            .await?;
        // Heartbeats are how a client notices that its pull request died with the server.
        let mut messages = consumer
            .stream()
            .max_messages_per_batch(16)
            .expires(Duration::from_secs(5))
            .heartbeat(Duration::from_secs(2))
            .messages()
            .await?;
        self.attached.send_replace(true);
        loop {
            let message = tokio::select! {
                biased;
                () = stop.cancelled() => {
                    // What was fetched and not begun goes to another replica now, not when the broker loses patience.
                    while let Some(Some(Ok(message))) = messages.next().now_or_never() {
                        message.ack_with(AckKind::Nak(None)).await.map_err(anyhow::Error::msg)?;
                    }
                    return Ok(());
                }
                message = messages.next() => message.context("the subscription ended")??,
            };
            match self.settle(&message).await {
                Ok(Settled::Yes) => *pause = PAUSES.0,
                Ok(Settled::NotNow) => self.wait(stop, pause).await,
                Err(error) => {
                    tracing::warn!(consumer = self.spec.durable, error = format!("{error:#}"), "an event could not be settled; it will be delivered again");
                    self.wait(stop, pause).await;
                }
            }
        }
    }

    async fn wait(&self, stop: &CancellationToken, pause: &mut Duration) {
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(jittered(*pause)) => {}
        }
        *pause = (*pause * 2).min(PAUSES.1);
    }

    /// Handles one delivery and tells the broker what became of it.
    async fn settle(&self, message: &Message) -> anyhow::Result<Settled> {
        let delivered = message.info().map_err(anyhow::Error::msg)?.delivered;
        let event = match Event::from_message(message.headers.as_ref(), message.payload.clone()) {
            Ok(event) => event,
            Err(error) => {
                self.put_aside(message, None, Reason::Decode, &error.to_string())
                    .await?;
                return Ok(Settled::Yes);
            }
        };
        let span = tracing::info_span!(
            "event.handle",
            otel.name = format!("handle {}", event.event_type),
            otel.kind = "consumer",
            consumer = self.spec.durable,
            event.id = %event.id,
            trace_id = tracing::field::Empty,
        );
        if delivered <= 1 {
            trace::continue_from(&span, &event.trace);
        } else {
            trace::link_to(&span, &event.trace);
        }
        self.take(message, &event, delivered).instrument(span).await
    }

    async fn take(
        &self,
        message: &Message,
        event: &Event,
        delivered: i64,
    ) -> anyhow::Result<Settled> {
        let suspicious = delivered >= SUSPICIOUS_DELIVERY;
        if suspicious && self.count_start(event.id).await? > MAX_CRASHES {
            self.put_aside(
                message,
                Some(event.id),
                Reason::CrashSuspect,
                "the process died while it handled this event",
            )
            .await?;
            return Ok(Settled::Yes);
        }
        let outcome = AssertUnwindSafe(self.effect(message, event))
            .catch_unwind()
            .await
            .unwrap_or_else(|_| {
                Err(HandlerError::Failed(Error::internal("the handler panicked")))
            });
        if suspicious {
            self.forget_starts(event.id).await?;
        }
        match outcome {
            Ok(()) => {
                message.double_ack().await.map_err(anyhow::Error::msg)?;
                Ok(Settled::Yes)
            }
            Err(HandlerError::Transient(error)) => {
                tracing::warn!(cause = cause(&error), "an event has to wait");
                nak(message, PAUSES.0).await?;
                Ok(Settled::NotNow)
            }
            Err(HandlerError::Permanent(why)) => {
                self.put_aside(message, Some(event.id), Reason::Invariant, why)
                    .await?;
                Ok(Settled::Yes)
            }
            Err(HandlerError::Failed(error)) => {
                let text = cause(&error);
                tracing::error!(cause = text, "handling an event failed");
                let attempts = self.count_attempt(event.id, &text).await?;
                if attempts >= MAX_ATTEMPTS {
                    self.put_aside(message, Some(event.id), Reason::Attempts, &text)
                        .await?;
                } else {
                    nak(message, PAUSES.0 * attempts.unsigned_abs()).await?;
                }
                Ok(Settled::Yes)
            }
        }
    }

    /// The effect and the note that it was had, together or not at all.
    async fn effect(&self, message: &Message, event: &Event) -> Result<(), HandlerError> {
        let source_seq = message.info().map_or(0, |info| info.stream_sequence);
        let mut tx = self.db.begin_worker().await?;
        let noted = sqlx::query!(
            "INSERT INTO inbox (event_id, consumer, source, source_seq, via) VALUES ($1, $2, $3, $4, 'nats') \
             ON CONFLICT DO NOTHING",
            event.id,
            self.spec.durable,
            self.spec.stream,
            i64::try_from(source_seq).unwrap_or_default(),
        )
        .execute(&mut *tx)
        .await
        .map_err(StoreError::from)?;
        if noted.rows_affected() == 0 {
            tracing::debug!("a repeated delivery; its effect was had");
            return Ok(());
        }
        match self.handler.handle(&mut tx, event).await? {
            Handled::Done => {
                tx.commit().await?;
                self.handler.committed();
            }
            Handled::Ignored => tracing::debug!(event_type = event.event_type, "not of interest"),
        }
        Ok(())
    }

    async fn put_aside(
        &self,
        message: &Message,
        event_id: Option<Uuid>,
        reason: Reason,
        why: &str,
    ) -> anyhow::Result<()> {
        dead_letter::keep(&self.db, self.spec.durable, message, event_id, reason, why).await?;
        message
            .ack_with(AckKind::Term)
            .await
            .map_err(anyhow::Error::msg)
    }

    async fn count_start(&self, event_id: Uuid) -> Result<i32, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        let starts = sqlx::query_scalar!(
            "INSERT INTO inbox_attempt (event_id, consumer, crash_starts) VALUES ($1, $2, 1) \
             ON CONFLICT (event_id, consumer) DO UPDATE SET crash_starts = inbox_attempt.crash_starts + 1, \
             last_at = clock_timestamp() RETURNING crash_starts",
            event_id,
            self.spec.durable,
        )
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(starts)
    }

    /// The process lives, so the starts before were not the event's fault.
    async fn forget_starts(&self, event_id: Uuid) -> Result<(), StoreError> {
        let mut tx = self.db.begin_worker().await?;
        sqlx::query!(
            "UPDATE inbox_attempt SET crash_starts = 0 WHERE event_id = $1 AND consumer = $2",
            event_id,
            self.spec.durable,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await
    }

    async fn count_attempt(&self, event_id: Uuid, error: &str) -> Result<i32, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        let attempts = sqlx::query_scalar!(
            "INSERT INTO inbox_attempt (event_id, consumer, attempts, last_error) VALUES ($1, $2, 1, $3) \
             ON CONFLICT (event_id, consumer) DO UPDATE SET attempts = inbox_attempt.attempts + 1, last_error = $3, \
             last_at = clock_timestamp() RETURNING attempts",
            event_id,
            self.spec.durable,
            error,
        )
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(attempts)
    }
}

enum Settled {
    Yes,
    NotNow,
}

async fn nak(message: &Message, delay: Duration) -> anyhow::Result<()> {
    message
        .ack_with(AckKind::Nak(Some(jittered(delay))))
        .await
        .map_err(anyhow::Error::msg)
}

/// Between half and one and a half times, so that replicas do not move in step.
fn jittered(pause: Duration) -> Duration {
    let percent = rand::thread_rng().gen_range(50..=150);
    pause * percent / 100
}

/// The error with its source: it is for our log and table, not for a caller.
fn cause(error: &Error) -> String {
    use std::error::Error as _;
    error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string)
}
