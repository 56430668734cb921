//! From JetStream into a service: the inbox row and the effect in one transaction, then the acknowledgement.

use std::{
    panic::AssertUnwindSafe,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use async_nats::jetstream::{AckKind, Context as JetStream, Message};
use futures::{FutureExt as _, StreamExt as _};
use lintel_core::Error;
use lintel_db::{Db, SOON, in_time};
use lintel_telemetry::trace;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::{
    Event, Handled, Handler, HandlerError,
    dead_letter::{self, Reason},
    figures::{self, Settled},
    handler::cause,
    inbox::{Inbox, Via},
    subscription::{hand_back, jittered, nak, subscribe},
    topology::ConsumerSpec,
};

/// The number of failures of a handler after which its event is put aside.
const MAX_ATTEMPTS: i32 = 5;
/// The number of deaths of the process in a handler after which the event is suspected.
const MAX_CRASHES: i32 = 3;
/// From this delivery on, starts are counted, because the earlier deliveries were not finished.
const SUSPICIOUS_DELIVERY: i64 = 3;
/// A handler that takes longer counts as failed, because the broker will soon deliver the event to another replica.
pub(crate) const HANDLING_LIMIT: Duration = Duration::from_secs(8);
/// The first and the longest pause after an infrastructure failure.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// Runs one consumer of one service.
#[derive(Debug)]
pub struct Consumer<H> {
    inbox: Inbox,
    jetstream: JetStream,
    handler: H,
    attached: watch::Sender<bool>,
}

impl<H: Handler> Consumer<H> {
    /// A consumer that passes the events of `spec` to `handler`.
    #[must_use]
    pub fn new(spec: ConsumerSpec, db: Db, jetstream: JetStream, handler: H) -> Self {
        Self {
            inbox: Inbox { db, spec },
            jetstream,
            handler,
            attached: watch::Sender::new(false),
        }
    }

    /// Returns whether the broker's consumer has been found; for the service's readiness.
    #[must_use]
    pub fn attached(&self) -> watch::Receiver<bool> {
        self.attached.subscribe()
    }

    /// Runs until `stop`, and finishes the current event. Broker and database may be away for a time.
    ///
    /// # Errors
    /// None; the type is what the lifecycle runs.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        let figures = tokio::spawn(figures::watch_consumer(
            self.inbox.spec,
            self.inbox.db.clone(),
            self.jetstream.clone(),
            stop.clone(),
        ));
        let mut pause = PAUSES.0;
        let mut interrupted = false;
        while !stop.is_cancelled() {
            match self.attend(&stop, &mut pause).await {
                Ok(()) => {}
                Err(error) => {
                    // Logged once as a warning; while the broker stays away, further lines are at a lower level.
                    let (consumer, error) = (self.inbox.spec.durable, format!("{error:#}"));
                    if self.attached.send_replace(false) || !interrupted {
                        tracing::warn!(
                            consumer,
                            error,
                            "consuming is interrupted; it goes on by itself"
                        );
                    } else {
                        tracing::debug!(consumer, error, "consuming is still interrupted");
                    }
                    interrupted = true;
                    self.wait(&stop, &mut pause).await;
                }
            }
        }
        figures.await.context("sampling the consumer")
    }

    async fn attend(&self, stop: &CancellationToken, pause: &mut Duration) -> anyhow::Result<()> {
        let mut messages = tokio::select! {
            () = stop.cancelled() => return Ok(()),
            messages = subscribe(&self.jetstream, self.inbox.spec) => messages?,
        };
        self.attached.send_replace(true);
        tracing::info!(consumer = self.inbox.spec.durable, "consuming");
        loop {
            let message = tokio::select! {
                biased;
                () = stop.cancelled() => return hand_back(messages).await,
                message = messages.next() => message.context("the subscription ended")??,
            };
            let begun = Instant::now();
            let settled = in_time(SOON, self.settle(&message)).await;
            figures::record_delivery(self.inbox.spec, begun, &settled);
            match settled {
                Ok(Settled::Waiting) => self.wait(stop, pause).await,
                Ok(_) => *pause = PAUSES.0,
                Err(error) => {
                    tracing::warn!(
                        consumer = self.inbox.spec.durable,
                        error = format!("{error:#}"),
                        "an event could not be settled; it will be delivered again"
                    );
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

    /// Handles one delivery and settles it with the broker.
    async fn settle(&self, message: &Message) -> anyhow::Result<Settled> {
        let delivered = message.info().map_err(anyhow::Error::msg)?.delivered;
        let event = match Event::from_message(message.headers.as_ref(), message.payload.clone()) {
            Ok(event) => event,
            Err(error) => {
                self.put_aside(message, None, Reason::Decode, &error.to_string())
                    .await?;
                return Ok(Settled::PutAside);
            }
        };
        let span = tracing::info_span!(
            "event.handle",
            otel.name = format!("handle {}", event.event_type),
            otel.kind = "consumer",
            consumer = self.inbox.spec.durable,
            event.id = %event.id,
            trace_id = tracing::field::Empty,
        );
        if delivered <= 1 {
            trace::continue_from(&span, &event.trace);
        } else {
            trace::link_to(&span, &event.trace);
            figures::record_redelivery(self.inbox.spec);
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
        if suspicious && self.inbox.count_start(event.id).await? >= MAX_CRASHES {
            self.put_aside(
                message,
                Some(event.id),
                Reason::CrashSuspect,
                "the process died while it handled this event",
            )
            .await?;
            return Ok(Settled::PutAside);
        }
        let effect = AssertUnwindSafe(self.effect(message, event)).catch_unwind();
        let outcome = match tokio::time::timeout(HANDLING_LIMIT, effect).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(failed("the handler panicked")),
            Err(_) => Err(failed("the handler did not end in time")),
        };
        if suspicious {
            self.inbox.forget_starts(event.id).await?;
        }
        match outcome {
            Ok(settled) => {
                message.double_ack().await.map_err(anyhow::Error::msg)?;
                Ok(settled)
            }
            Err(HandlerError::Transient(error)) => {
                tracing::warn!(cause = cause(&error), "an event has to wait");
                nak(message, PAUSES.0).await?;
                Ok(Settled::Waiting)
            }
            Err(HandlerError::UnknownType) => {
                let why = format!("this program does not know the type {}", event.event_type);
                self.put_aside(message, Some(event.id), Reason::UnknownType, &why)
                    .await?;
                Ok(Settled::PutAside)
            }
            Err(HandlerError::Permanent(why)) => {
                self.put_aside(message, Some(event.id), Reason::Invariant, why)
                    .await?;
                Ok(Settled::PutAside)
            }
            Err(HandlerError::Failed(error)) => {
                let text = cause(&error);
                let attempts = self.inbox.count_attempt(event.id, &text).await?;
                if attempts >= MAX_ATTEMPTS {
                    self.put_aside(message, Some(event.id), Reason::Attempts, &text)
                        .await?;
                } else {
                    tracing::warn!(
                        cause = text,
                        attempts,
                        "handling an event failed; it is tried again"
                    );
                    nak(message, PAUSES.0 * attempts.unsigned_abs()).await?;
                    return Ok(Settled::Again);
                }
                Ok(Settled::PutAside)
            }
        }
    }

    /// The effect and the inbox row are committed together or not at all. An ignored event gets a row as well: so every
    /// event of the stream has one, and a missing row shows an error.
    async fn effect(&self, message: &Message, event: &Event) -> Result<Settled, HandlerError> {
        let place = message.info().map_or(0, |info| info.stream_sequence);
        let place = i64::try_from(place).unwrap_or_default();
        let mut tx = self.inbox.db.begin_worker().await?;
        if !self.inbox.note(&mut tx, event.id, place, Via::Nats).await? {
            tracing::debug!("a repeated delivery; its effect was had");
            return Ok(Settled::Duplicate);
        }
        let handled = self.handler.handle(&mut tx, event).await?;
        tx.commit().await?;
        figures::record_age(self.inbox.spec, event.time);
        match handled {
            Handled::Done => {
                self.handler.committed();
                Ok(Settled::Done)
            }
            Handled::Ignored => {
                tracing::debug!(event_type = event.event_type, "not of interest");
                Ok(Settled::Ignored)
            }
        }
    }

    async fn put_aside(
        &self,
        message: &Message,
        event_id: Option<Uuid>,
        reason: Reason,
        why: &str,
    ) -> anyhow::Result<()> {
        dead_letter::keep(
            &self.inbox.db,
            self.inbox.spec.durable,
            message,
            event_id,
            reason,
            why,
        )
        .await?;
        message
            .ack_with(AckKind::Term)
            .await
            .map_err(anyhow::Error::msg)
    }
}

fn failed(why: &'static str) -> HandlerError {
    HandlerError::Failed(Error::internal(why))
}
