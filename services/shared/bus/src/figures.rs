//! Metrics of events.

use std::time::{Duration, Instant};

use async_nats::jetstream::{Context as JetStream, consumer::Info};
use chrono::{DateTime, Utc};
use lintel_core::{Clock as _, SystemClock};
use lintel_db::{Db, SOON, StoreError, in_time};
use lintel_telemetry::{metrics, sampling};
use opentelemetry::KeyValue;
use tokio_util::sync::CancellationToken;

use crate::topology::ConsumerSpec;

/// The longest time that the broker may take to report the state of a consumer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// Samples metrics of a service's outbox and connections until `stop`.
pub(crate) async fn watch_outbox(db: Db, stop: CancellationToken) {
    sampling::run(&stop, || async {
        db.record_connections();
        if let Err(error) = in_time(SOON, outbox(&db)).await {
            tracing::debug!(%error, "how far the outbox is, is not known");
        }
    })
    .await;
}

async fn outbox(db: &Db) -> Result<(), StoreError> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM outbox WHERE published_at IS NULL) AS "unpublished!",
             coalesce((SELECT extract(epoch FROM clock_timestamp() - created_at) FROM outbox
                       WHERE published_at IS NULL ORDER BY seq LIMIT 1), 0)::float8 AS "oldest!",
             (SELECT epoch FROM relay_lease WHERE name = 'relay') AS "epoch!""#
    )
    .fetch_one(db.worker())
    .await?;
    metrics::OUTBOX_UNPUBLISHED.record(row.unpublished.unsigned_abs(), &[]);
    metrics::OUTBOX_OLDEST.record(row.oldest, &[]);
    metrics::RELAY_EPOCH.record(row.epoch.unsigned_abs(), &[]);
    Ok(())
}

/// Samples a consumer's backlog and its dead letters until `stop`.
pub(crate) async fn watch_consumer(
    spec: ConsumerSpec,
    db: Db,
    jetstream: JetStream,
    stop: CancellationToken,
) {
    sampling::run(&stop, || async {
        if let Err(error) = in_time(SOON, dead_letters(spec, &db)).await {
            tracing::debug!(%error, "how much was put aside is not known");
        }
        let asked = tokio::time::timeout(ANSWER_TIMEOUT, backlog(spec, &jetstream)).await;
        if let Ok(Err(error)) = asked {
            tracing::debug!(
                error = format!("{error:#}"),
                "how far the consumer is, is not known"
            );
        }
    })
    .await;
}

async fn dead_letters(spec: ConsumerSpec, db: &Db) -> Result<(), StoreError> {
    let open = sqlx::query_scalar!(
        r#"SELECT count(*) AS "open!" FROM dead_letter WHERE consumer = $1 AND state = 'open'"#,
        spec.durable,
    )
    .fetch_one(db.worker())
    .await?;
    metrics::DEAD_LETTERS.record(open.unsigned_abs(), &[group(spec)]);
    Ok(())
}

async fn backlog(spec: ConsumerSpec, jetstream: &JetStream) -> anyhow::Result<()> {
    let stream = jetstream.get_stream_no_info(spec.stream).await?;
    let info: Info = stream.consumer_info(spec.durable).await?;
    let unacknowledged = u64::try_from(info.num_ack_pending)?;
    let mut age = Duration::ZERO;
    if info.num_pending + unacknowledged > 0 {
        let oldest = stream
            .raw_message_builder()
            .sequence(info.ack_floor.stream_sequence + 1)
            .next_by_subject(spec.filter)
            .send()
            .await?;
        age = age_of(DateTime::from_timestamp_nanos(i64::try_from(
            oldest.time.unix_timestamp_nanos(),
        )?));
    }
    metrics::CONSUMER_PENDING.record(info.num_pending, &[group(spec)]);
    metrics::CONSUMER_UNACKNOWLEDGED.record(unacknowledged, &[group(spec)]);
    metrics::CONSUMER_OLDEST.record(age.as_secs_f64(), &[group(spec)]);
    Ok(())
}

/// The result of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Settled {
    /// Its effect is committed.
    Done,
    /// The handler ignored it.
    Ignored,
    /// It was handled before.
    Duplicate,
    /// A dependency of the handler is away; the event is delivered again, and later events wait for it.
    Waiting,
    /// The handler failed; the event is delivered again.
    Again,
    /// It is a dead letter.
    PutAside,
}

impl Settled {
    const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Ignored => "ignored",
            Self::Duplicate => "duplicate",
            Self::Waiting => "waiting",
            Self::Again => "again",
            Self::PutAside => "dead_letter",
        }
    }
}

/// Records a delivery that began at `begun`; one that could not be settled is delivered again.
pub(crate) fn record_delivery<E>(spec: ConsumerSpec, begun: Instant, settled: &Result<Settled, E>) {
    let outcome = settled
        .as_ref()
        .map_or("unsettled", |settled| settled.word());
    metrics::HANDLED.record(
        begun.elapsed().as_secs_f64(),
        &[
            KeyValue::new("messaging.system", "nats"),
            KeyValue::new("messaging.operation.name", "process"),
            group(spec),
            KeyValue::new("lintel.outcome", outcome),
        ],
    );
}

/// Records that an event was delivered before.
pub(crate) fn record_redelivery(spec: ConsumerSpec) {
    metrics::REDELIVERED.add(1, &[group(spec)]);
}

/// Records the age of an event whose effect has just been committed.
pub(crate) fn record_age(spec: ConsumerSpec, event_time: DateTime<Utc>) {
    metrics::EVENT_AGE.record(age_of(event_time).as_secs_f64(), &[group(spec)]);
}

/// Records how long the broker took to acknowledge an event of `event_type`, or to fail to.
pub(crate) fn record_publishing(event_type: &str, begun: Instant, acknowledged: bool) {
    let attributes = [
        KeyValue::new("messaging.system", "nats"),
        KeyValue::new("messaging.operation.name", "publish"),
        KeyValue::new("messaging.destination.name", event_type.to_owned()),
        KeyValue::new("error.type", "unacknowledged"),
    ];
    let told = if acknowledged { 3 } else { 4 };
    metrics::PUBLISHED.record(begun.elapsed().as_secs_f64(), &attributes[..told]);
}

/// Another machine's clock may be ahead of this one.
fn age_of(time: DateTime<Utc>) -> Duration {
    (SystemClock.now() - time).to_std().unwrap_or_default()
}

fn group(spec: ConsumerSpec) -> KeyValue {
    KeyValue::new("messaging.consumer.group.name", spec.durable)
}
