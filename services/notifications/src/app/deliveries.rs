//! Deliveries from request through claim to result.

use std::time::Duration;

use lintel_db::{Db, StoreError, outbox};
use lintel_telemetry::{metrics, trace};
use opentelemetry::KeyValue;
use rand::Rng as _;
use sqlx::PgConnection;
use tracing::Span;

use crate::{
    domain::{DeliveryId, Due, Ending, NewDelivery, Outcome, RetrySchedule},
    events::delivery_failed,
    store::{
        attempt,
        delivery::{self, Queue},
    },
};

/// How long the result of a delivery is kept; it holds no personal data by then.
const KEPT: Duration = Duration::from_secs(90 * 24 * 3600);
/// How many rows are deleted at once, so that no lock is held for long.
const SWEPT_AT_ONCE: u32 = 5000;

/// What happens to a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// It is over.
    Ended(Ending),
    /// It will be tried again.
    Again(Duration),
    /// The lease had run out and another process has it: this result is ignored.
    LeaseLost,
}

/// Mails to send, and their results.
#[derive(Debug, Clone)]
pub struct Deliveries {
    db: Db,
    schedule: RetrySchedule,
    lease: Duration,
}

impl Deliveries {
    /// Deliveries in `db`, tried again by `schedule`; a claim lasts for `lease`.
    #[must_use]
    pub const fn new(db: Db, schedule: RetrySchedule, lease: Duration) -> Self {
        Self {
            db,
            schedule,
            lease,
        }
    }

    /// How long a claim lasts.
    #[must_use]
    pub const fn lease(&self) -> Duration {
        self.lease
    }

    /// Requests a mail in the consumer's transaction, continuing the current trace. `false` when it was requested before.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn request(tx: &mut PgConnection, mut new: NewDelivery) -> Result<bool, StoreError> {
        new.traceparent = trace::headers_of(&Span::current()).remove("traceparent");
        delivery::insert(tx, &new).await
    }

    /// How long the queue is.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn queue(&self) -> Result<Queue, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        delivery::queue(&mut tx).await
    }

    /// Takes at most `at_most` due deliveries for this process, and ends those that have become pointless.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim(&self, at_most: usize) -> Result<Vec<Due>, StoreError> {
        let mut tx = self.db.begin_worker().await?;
        let expired = delivery::expire(&mut tx, self.schedule.attempts()).await?;
        for (id, template) in &expired {
            tracing::warn!(delivery = %id, template, "a mail was given up: nobody took it in time");
            fail(&mut tx, *id, template, Ending::Expired).await?;
        }
        let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
        let attempts = self.schedule.attempts();
        let due = delivery::claim(&mut tx, at_most, self.lease, attempts).await?;
        attempt::begin(&mut tx, &due).await?;
        tx.commit().await?;
        for _ in expired {
            count(Ending::Expired);
        }
        Ok(due)
    }

    /// Notes how the attempt ended and decides what follows.
    ///
    /// # Errors
    /// [`StoreError`]; nothing was noted then, and it may be called again.
    pub async fn settle(&self, due: &Due, outcome: Outcome) -> Result<Settled, StoreError> {
        let jitter = rand::thread_rng().gen_range(RetrySchedule::JITTER);
        let next = match outcome {
            Outcome::Sent => Settled::Ended(Ending::Sent),
            Outcome::Refused(_) => Settled::Ended(Ending::Refused),
            Outcome::Failed(_) => self
                .schedule
                .delay_after(due.attempt, jitter)
                .map_or(Settled::Ended(Ending::Expired), Settled::Again),
        };
        let mut tx = self.db.begin_worker().await?;
        let ours = match next {
            Settled::Again(delay) => delivery::requeue(&mut tx, due.id, due.lease, delay).await?,
            Settled::Ended(ending) => delivery::end(&mut tx, due.id, due.lease, ending).await?,
            Settled::LeaseLost => false,
        };
        if !ours {
            return Ok(Settled::LeaseLost);
        }
        attempt::finish(&mut tx, due.id, due.attempt, outcome).await?;
        if let Settled::Ended(ending) = next {
            fail(&mut tx, due.id, due.template.as_str(), ending).await?;
        }
        tx.commit().await?;
        if let Settled::Ended(ending) = next {
            count(ending);
        }
        Ok(next)
    }

    /// Deletes deliveries that ended more than 90 days ago.
    ///
    /// # Errors
    /// [`StoreError::Driver`]; what was deleted before stays deleted.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        loop {
            let mut tx = self.db.begin_worker().await?;
            let swept = delivery::delete_finished(&mut tx, KEPT, SWEPT_AT_ONCE.into()).await?;
            tx.commit().await?;
            if swept < SWEPT_AT_ONCE.into() {
                return Ok(());
            }
        }
    }
}

fn count(ending: Ending) {
    metrics::MAIL_ENDED.add(1, &[KeyValue::new("lintel.mail.state", ending.state())]);
}

/// Publishes an event when a delivery ended without a sent mail.
async fn fail(
    tx: &mut PgConnection,
    id: DeliveryId,
    template: &str,
    ending: Ending,
) -> Result<(), StoreError> {
    if let Some(reason) = ending.failure() {
        outbox::append(tx, &delivery_failed(id, template, reason)).await?;
    }
    Ok(())
}
