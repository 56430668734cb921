//! A broker that has lost events: a disk that was replaced, a volume put back as it was an hour ago. The outbox keeps every event for
//! as long as a stream does, with the place in the stream that the broker acknowledged. So the relay compares the two, and
//! publishes again what is no longer where it was; inboxes absorb what a consumer has had already.
//!
//! A consumer that the broker remembers better than its stream would pass over the new events at the places of the lost ones. It is
//! made anew, and begins where the loss begins.

use std::{
    collections::BTreeMap,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use async_nats::jetstream::{
    Context as JetStream,
    context::ConsumerInfoErrorKind,
    stream::{RawMessageErrorKind, Stream},
};
use lintel_db::{Db, StoreError};
use lintel_telemetry::metrics;
use uuid::Uuid;

use crate::{
    provision,
    topology::{CONSUMERS, ConsumerSpec, STREAMS, StreamSpec},
};

/// The interval of the checks, besides one for each connection: the broker may have lost something without the connection.
const EVERY: Duration = Duration::from_secs(30);
/// The longest time that the broker may take for one answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// The number of rows that one statement changes, so that it is short.
const BATCH: i64 = 5000;
/// A loss is believed when it is seen twice, so long apart: a broker that is just choosing a leader may show less than it has.
const CONFIRM_AFTER: Duration = Duration::from_secs(1);

/// Compares the outbox of one service with the streams that it publishes to.
#[derive(Debug)]
pub(crate) struct Watch {
    db: Db,
    jetstream: JetStream,
    /// When it last looked, and on which connection.
    looked: Option<(Instant, u64)>,
    /// Packages, with places that the broker has given to a second event.
    taken: BTreeMap<String, i64>,
    /// The number of the streams' replicas when they were last seen; a lost stream is made with as many.
    replicas: usize,
}

/// The loss of a stream and its consumers.
#[derive(Debug)]
pub(crate) struct Loss {
    stream: StreamSpec,
    /// True when there is no such stream any more.
    gone: bool,
    /// The first place from which on its events count as lost.
    from: Option<i64>,
    /// Consumers to be made anew, and the first place that each has not acknowledged.
    astray: Vec<(ConsumerSpec, i64)>,
}

impl Watch {
    pub(crate) fn new(db: Db, mut jetstream: JetStream) -> Self {
        jetstream.set_timeout(ANSWER_TIMEOUT);
        Self {
            db,
            jetstream,
            looked: None,
            taken: BTreeMap::new(),
            replicas: 1,
        }
    }

    /// Returns whether it has to look before anything else is published.
    pub(crate) fn is_due(&self) -> bool {
        self.looked
            .is_none_or(|(at, connection)| at.elapsed() >= EVERY || connection != self.connection())
            || !self.taken.is_empty()
    }

    /// Returns the events that were lost since the broker acknowledged them; empty when all are there. Changes nothing.
    ///
    /// # Errors
    /// When the database or the broker is away.
    pub(crate) async fn look(&mut self) -> anyhow::Result<Vec<Loss>> {
        let connection = self.connection();
        let mut losses = Vec::new();
        for stream in STREAMS {
            losses.extend(self.look_at(stream).await.context(stream.name)?);
        }
        if losses.is_empty() {
            // Whoever looks for a rise has something to compare it with.
            metrics::REPUBLISHED.add(0, &[]);
            self.taken.clear();
            self.looked = Some((Instant::now(), connection));
        }
        Ok(losses)
    }

    /// Lets everything lost be published and delivered again. The caller has the lease of `epoch`; a relay that has lost it changes
    /// nothing in the outbox.
    ///
    /// # Errors
    /// When the database or the broker is away; the next look finds what is left to do.
    pub(crate) async fn repair(&mut self, epoch: i64) -> anyhow::Result<()> {
        tokio::time::sleep(CONFIRM_AFTER).await;
        for loss in self.look().await? {
            self.repair_stream(&loss, epoch)
                .await
                .context(loss.stream.name)?;
        }
        self.taken.clear();
        Ok(())
    }

    /// Returns whether the broker gave the places `stream_seqs` to these rows alone. A place that an earlier row has, too, proves that the
    /// broker has lost that one, and the next turn looks for how many it has lost with it.
    ///
    /// # Errors
    /// When the database is away.
    pub(crate) async fn are_new(
        &mut self,
        seqs: &[i64],
        stream_seqs: &[i64],
    ) -> Result<bool, StoreError> {
        // The range says nothing new; without it PostgreSQL compares each row of a batch with the whole outbox.
        let taken = sqlx::query!(
            r#"SELECT split_part(earlier.event_type, '.', 1) AS "package!", min(earlier.stream_seq) AS "place!"
               FROM unnest($1::bigint[], $2::bigint[]) AS done (seq, stream_seq)
               JOIN outbox ON outbox.seq = done.seq
               JOIN outbox AS earlier ON split_part(earlier.event_type, '.', 1) = split_part(outbox.event_type, '.', 1)
                 AND earlier.stream_seq = done.stream_seq AND earlier.seq <> done.seq
               WHERE earlier.stream_seq BETWEEN $3 AND $4
               GROUP BY 1"#,
            seqs,
            stream_seqs,
            stream_seqs.iter().min(),
            stream_seqs.iter().max(),
        )
        .fetch_all(self.db.worker())
        .await?;
        self.taken
            .extend(taken.into_iter().map(|row| (row.package, row.place)));
        Ok(self.taken.is_empty())
    }

    /// The number of the present connection to the broker.
    fn connection(&self) -> u64 {
        let statistics = self.jetstream.client().statistics();
        statistics.connects.load(Ordering::Relaxed)
    }

    async fn look_at(&mut self, spec: StreamSpec) -> anyhow::Result<Option<Loss>> {
        // The outbox is read first: what it has then, the stream has a moment later.
        let Some((newest, _)) = self.place_below(spec, i64::MAX, 0).await? else {
            return Ok(None);
        };
        let Some(stream) = provision::existing_stream(&self.jetstream, spec.name).await? else {
            return Ok(Some(Loss {
                stream: spec,
                gone: true,
                from: Some(1),
                astray: Vec::new(),
            }));
        };
        // For the same reason consumers are looked at before their stream.
        let mut reached = Vec::new();
        for consumer in CONSUMERS.into_iter().filter(|one| one.stream == spec.name) {
            reached.push((consumer, reached_by(&stream, consumer).await?));
        }
        let info = stream.get_info().await?;
        self.replicas = self.replicas.max(info.config.num_replicas);
        let (first, last) = (
            i64::try_from(info.state.first_sequence)?,
            i64::try_from(info.state.last_sequence)?,
        );
        let from = self
            .first_lost(spec, &stream, newest, (first, last))
            .await?;
        // Without a loss, too, no consumer can be beyond the end of its stream.
        let end = from.unwrap_or(last + 1);
        let astray: Vec<_> = reached
            .into_iter()
            .filter_map(|(consumer, reached)| match reached {
                None => Some((consumer, 1)),
                Some((delivered, acknowledged)) if delivered >= end => {
                    Some((consumer, end.min(acknowledged + 1)))
                }
                Some(_) => None,
            })
            .collect();
        Ok((from.is_some() || !astray.is_empty()).then_some(Loss {
            stream: spec,
            gone: false,
            from,
            astray,
        }))
    }

    /// The first place from which on the stream does not hold what the outbox says. It goes down from the newest place, in
    /// growing steps, to one that holds its event: a stream that was put back is whole up to there.
    async fn first_lost(
        &self,
        spec: StreamSpec,
        stream: &Stream,
        newest: i64,
        (first, last): (i64, i64),
    ) -> anyhow::Result<Option<i64>> {
        let taken = self.taken.get(spec.package).copied();
        let beyond = (newest > last).then_some(last + 1);
        let mut lost = taken.into_iter().chain(beyond).min();
        let mut step = 0;
        loop {
            let below = lost.unwrap_or(i64::MAX);
            let Some((place, events)) = self.place_below(spec, below, step).await? else {
                return Ok(lost.map(|_| 1));
            };
            if place < first {
                // What is below has had its time, and the broker dropped it as it should.
                return Ok(lost.map(|_| first.max(1)));
            }
            let held = event_at(stream, place).await?;
            if events.iter().all(|event| held == Some(*event)) {
                return Ok(lost);
            }
            lost = Some(place);
            step = step * 2 + 1;
        }
    }

    /// The highest place below `below` of which the outbox knows, after skipping `skipped` of them, and the events that it has there.
    async fn place_below(
        &self,
        stream: StreamSpec,
        below: i64,
        skipped: i64,
    ) -> Result<Option<(i64, Vec<Uuid>)>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT event_id, stream_seq AS "place!" FROM outbox
               WHERE split_part(event_type, '.', 1) = $1 AND stream_seq = (
                 SELECT stream_seq FROM outbox
                 WHERE split_part(event_type, '.', 1) = $1 AND stream_seq < $2 AND stream_seq IS NOT NULL
                 ORDER BY stream_seq DESC OFFSET $3 LIMIT 1)"#,
            stream.package,
            below,
            skipped,
        )
        .fetch_all(self.db.worker())
        .await?;
        let place = rows.first().map(|row| row.place);
        let events = rows.into_iter().map(|row| row.event_id).collect();
        Ok(place.map(|place| (place, events)))
    }

    /// Consumers first: as long as the outbox says that something was published, the next look finds it lost.
    async fn repair_stream(&self, loss: &Loss, epoch: i64) -> anyhow::Result<()> {
        if loss.gone {
            // Whatever took one stream may have taken those to which nothing was published yet.
            provision::make_missing(&self.jetstream, self.replicas).await?;
            tracing::warn!(
                stream = loss.stream.name,
                "the broker had lost a stream; it is made anew"
            );
        }
        for (consumer, start) in &loss.astray {
            provision::begin_again(&self.jetstream, *consumer, *start).await?;
            tracing::warn!(
                consumer = consumer.durable,
                start,
                "the broker had lost a consumer's place; it begins again"
            );
        }
        let Some(from) = loss.from else {
            return Ok(());
        };
        let events = self.unpublish(loss.stream, from, epoch).await?;
        tracing::warn!(
            stream = loss.stream.name,
            from,
            events,
            "the broker has lost events; they are published again"
        );
        metrics::REPUBLISHED.add(events, &[]);
        Ok(())
    }

    /// Marks all events from the place `from` on as unpublished, the lowest first: what is left when it is interrupted lies beyond the
    /// end of the stream, where the next look finds it. Returns how many those were.
    async fn unpublish(
        &self,
        stream: StreamSpec,
        from: i64,
        epoch: i64,
    ) -> Result<u64, StoreError> {
        let mut all = 0;
        loop {
            let some = sqlx::query!(
                "UPDATE outbox SET published_at = NULL, stream_seq = NULL, republished = republished + 1 \
                 WHERE seq IN (SELECT seq FROM outbox WHERE split_part(event_type, '.', 1) = $1 AND stream_seq >= $2 \
                 ORDER BY stream_seq LIMIT $4) \
                 AND EXISTS (SELECT FROM relay_lease WHERE name = 'relay' AND epoch = $3)",
                stream.package,
                from,
                epoch,
                BATCH,
            )
            .execute(self.db.worker())
            .await?
            .rows_affected();
            all += some;
            if some == 0 {
                return Ok(all);
            }
        }
    }
}

/// The last place that the broker delivered to `consumer`, and the place up to which all is acknowledged; `None` when it has no such
/// consumer.
async fn reached_by(stream: &Stream, consumer: ConsumerSpec) -> anyhow::Result<Option<(i64, i64)>> {
    match stream.consumer_info(consumer.durable).await {
        Ok(info) => Ok(Some((
            i64::try_from(info.delivered.stream_sequence)?,
            i64::try_from(info.ack_floor.stream_sequence)?,
        ))),
        Err(error) if error.kind() == ConsumerInfoErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).context(consumer.durable),
    }
}

/// The id of the event that the stream holds at `place`, if it holds one.
async fn event_at(stream: &Stream, place: i64) -> anyhow::Result<Option<Uuid>> {
    match stream.get_raw_message(place.unsigned_abs()).await {
        Ok(message) => Ok(message
            .headers
            .get("ce-id")
            .and_then(|id| id.as_str().parse().ok())),
        Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}
