//! From the outbox to JetStream: in order, by one relay at a time, and each row until it is acknowledged.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use async_nats::jetstream::{Context as JetStream, message::PublishMessage};
use lintel_core::OrganisationId;
use lintel_db::{A_ROUND, Db, SOON, StoreError, in_time};
use lintel_telemetry::trace;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::{Event, figures, housekeeping, stream_repair::Watch};

/// The interval at which the outbox is checked even without a commit in this process: another replica may have committed.
const POLL: Duration = Duration::from_millis(200);
/// A relay that has not renewed its lease for this long counts as dead.
const LEASE: &str = "5 seconds";
/// The time for a batch: together with the timeout of its last row, it ends while the lease is still valid.
const BATCH_TIME: Duration = Duration::from_secs(1);
/// The number of rows that are read at once.
const BATCH: i64 = 200;
/// The longest time that the broker may take to acknowledge.
const ACK_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest pause between tries while the broker is away.
const MAX_PAUSE: Duration = Duration::from_secs(2);

/// Publishes one service's outbox.
#[derive(Debug)]
pub struct Relay {
    db: Db,
    jetstream: JetStream,
    holder: Uuid,
    watch: Watch,
}

impl Relay {
    /// A relay of `db`'s outbox. Every replica has one; the lease lets one work.
    #[must_use]
    pub fn new(db: Db, jetstream: JetStream) -> Self {
        Self {
            watch: Watch::new(db.clone(), jetstream.clone()),
            db,
            jetstream,
            holder: Uuid::now_v7(),
        }
    }

    /// Runs until `stop`, then releases the lease. It waits while the database or the broker is away.
    ///
    /// # Errors
    /// None; the type is what the lifecycle runs.
    pub async fn run(mut self, stop: CancellationToken) -> anyhow::Result<()> {
        let housekeeping = tokio::spawn(housekeeping::run(self.db.clone(), stop.clone()));
        let figures = tokio::spawn(figures::watch_outbox(self.db.clone(), stop.clone()));
        let mut pause = Duration::ZERO;
        while !stop.is_cancelled() {
            let turn = match in_time(SOON, self.turn()).await {
                // It goes over as many events as were lost.
                Ok(Turn::Repair) => in_time(A_ROUND, self.repair()).await,
                turn => turn,
            };
            if turn.is_ok() && !pause.is_zero() {
                pause = Duration::ZERO;
                tracing::info!("events are published again");
            }
            match turn {
                Ok(Turn::More | Turn::Repair) => {}
                Ok(Turn::Idle) => {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = self.db.committed(POLL) => {}
                    }
                }
                Err(error) => {
                    // Logged once as a warning; while it lasts, further lines are at a lower level.
                    let error = format!("{error:#}");
                    if pause.is_zero() {
                        tracing::warn!(error, "events cannot be published; they are kept");
                    } else {
                        tracing::debug!(error, "events still cannot be published");
                    }
                    pause = (pause * 2).clamp(Duration::from_millis(50), MAX_PAUSE);
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = tokio::time::sleep(pause) => {}
                    }
                }
            }
        }
        if let Err(error) = self.give_lease_back().await {
            tracing::debug!(%error, "the lease will run out by itself");
        }
        housekeeping.await.context("sweeping old rows")?;
        figures.await.context("sampling the outbox")?;
        Ok(())
    }

    /// One batch: take or renew the lease, publish the unpublished rows in order, mark them. No transaction is open
    /// meanwhile: a suspended relay holds no lock, and its old epoch makes its marks invalid.
    async fn turn(&mut self) -> anyhow::Result<Turn> {
        // Checking for rows is cheap, but renewing the lease five times a second would keep the disk busy.
        let has_work = self.has_work().await?;
        // Before anything new takes the places of what the broker may have lost.
        if self.watch.is_due() {
            match self.watch.look().await {
                Ok(losses) if losses.is_empty() => {}
                Ok(_) => return Ok(Turn::Repair),
                Err(error) if has_work => return Err(error),
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::debug!(error, "whether the broker has lost events is not known");
                    return Ok(Turn::Idle);
                }
            }
        }
        if !has_work {
            return Ok(Turn::Idle);
        }
        let Some(epoch) = self.lease().await? else {
            return Ok(Turn::Idle);
        };
        let rows = self.unpublished().await?;
        let begin = Instant::now();
        let mut published = Vec::new();
        let mut stream_seqs = Vec::new();
        let mut fault = None;
        for row in &rows {
            if begin.elapsed() > BATCH_TIME {
                break;
            }
            match self.publish(row.event(), &row.message_id()).await {
                Ok(stream_seq) => {
                    published.push(row.seq);
                    stream_seqs.push(i64::try_from(stream_seq)?);
                }
                // The order is kept: no later row is published before a row that failed.
                Err(error) => {
                    fault = Some(error);
                    break;
                }
            }
        }
        if self.watch.are_new(&published, &stream_seqs).await? {
            self.mark(epoch, &published, &stream_seqs).await?;
        }
        fault.map_or(Ok(Turn::More), Err)
    }

    /// The one that has the lease repairs; the others look again.
    async fn repair(&mut self) -> anyhow::Result<Turn> {
        let Some(epoch) = self.lease().await? else {
            return Ok(Turn::Idle);
        };
        self.watch.repair(epoch).await?;
        Ok(Turn::More)
    }

    async fn has_work(&self) -> Result<bool, StoreError> {
        Ok(sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM outbox WHERE published_at IS NULL) AS "found!""#
        )
        .fetch_one(self.db.worker())
        .await?)
    }

    async fn lease(&self) -> Result<Option<i64>, StoreError> {
        Ok(sqlx::query_scalar!(
            "UPDATE relay_lease SET epoch = epoch + (holder IS DISTINCT FROM $1)::int, holder = $1, \
             expires_at = clock_timestamp() + $2::text::interval \
             WHERE name = 'relay' AND (holder = $1 OR expires_at < clock_timestamp()) RETURNING epoch",
            self.holder,
            LEASE,
        )
        .fetch_optional(self.db.worker())
        .await?)
    }

    async fn give_lease_back(&self) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE relay_lease SET holder = NULL, expires_at = '-infinity' WHERE name = 'relay' AND holder = $1",
            self.holder,
        )
        .execute(self.db.worker())
        .await?;
        Ok(())
    }

    async fn unpublished(&self) -> Result<Vec<Row>, StoreError> {
        Ok(sqlx::query_as!(
            Row,
            "SELECT seq, event_id, event_type, aggregate_type, aggregate_id, aggregate_version, organisation_id, \
             headers, payload, created_at, republished FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT $1",
            BATCH,
        )
        .fetch_all(self.db.worker())
        .await?)
    }

    /// A relay whose lease expired meanwhile marks nothing, because its epoch is no longer the newest.
    async fn mark(&self, epoch: i64, seqs: &[i64], stream_seqs: &[i64]) -> Result<(), StoreError> {
        if seqs.is_empty() {
            return Ok(());
        }
        sqlx::query!(
            "UPDATE outbox SET published_at = clock_timestamp(), stream_seq = done.stream_seq \
             FROM unnest($1::bigint[], $2::bigint[]) AS done (seq, stream_seq) \
             WHERE outbox.seq = done.seq \
             AND EXISTS (SELECT FROM relay_lease WHERE name = 'relay' AND epoch = $3)",
            seqs,
            stream_seqs,
            epoch,
        )
        .execute(self.db.worker())
        .await?;
        Ok(())
    }

    /// Publishes and waits for the acknowledgement. Returns the sequence number in the stream.
    async fn publish(&self, mut event: Event, message_id: &str) -> anyhow::Result<u64> {
        let span = tracing::info_span!(
            "event.publish",
            otel.name = format!("publish {}", event.event_type),
            otel.kind = "producer",
            event.id = %event.id,
            trace_id = tracing::field::Empty,
        );
        trace::continue_from(&span, &event.trace);
        // A span that the log filter excludes has no headers; the event then has no trace.
        let own = trace::headers_of(&span);
        if !own.is_empty() {
            event.trace = own;
        }
        let message = PublishMessage::build()
            .headers(event.headers())
            .message_id(message_id)
            .payload(event.payload.clone());
        let acknowledged = async {
            let ack = self
                .jetstream
                .send_publish(event.subject(), message)
                .await?;
            anyhow::Ok(ack.await?.sequence)
        };
        let begun = Instant::now();
        let answer = tokio::time::timeout(ACK_TIMEOUT, acknowledged)
            .instrument(span)
            .await
            .context("the broker did not acknowledge in time")
            .flatten();
        figures::record_publishing(&event.event_type, begun, answer.is_ok());
        answer
    }
}

enum Turn {
    More,
    Idle,
    /// The broker has lost events.
    Repair,
}

struct Row {
    seq: i64,
    event_id: Uuid,
    event_type: String,
    aggregate_type: String,
    aggregate_id: String,
    aggregate_version: i64,
    organisation_id: Option<i64>,
    headers: serde_json::Value,
    payload: Vec<u8>,
    created_at: chrono::DateTime<chrono::Utc>,
    republished: i64,
}

impl Row {
    /// Another one each time that the broker lost the event: it may still know the id of what it has lost, and drop a repeat.
    fn message_id(&self) -> String {
        match self.republished {
            0 => self.event_id.to_string(),
            round => format!("{}:r{round}", self.event_id),
        }
    }

    fn event(&self) -> Event {
        Event {
            id: self.event_id,
            event_type: self.event_type.clone(),
            aggregate_type: self.aggregate_type.clone(),
            aggregate_id: self.aggregate_id.clone(),
            aggregate_version: self.aggregate_version,
            organisation: self.organisation_id.map(OrganisationId::new),
            time: self.created_at,
            trace: serde_json::from_value(self.headers.clone()).unwrap_or_default(),
            payload: self.payload.clone().into(),
        }
    }
}
