//! The events that one consumer has handled, and how often it failed.

use lintel_db::{Db, StoreError, Tx};
use uuid::Uuid;

use crate::topology::ConsumerSpec;

/// The way by which an event reached its handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Via {
    /// The broker delivered it.
    Nats,
    /// An operator sent it again from the dead letters.
    Redrive,
}

impl Via {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Nats => "nats",
            Self::Redrive => "redrive",
        }
    }
}

/// The inbox of one consumer.
#[derive(Debug)]
pub(crate) struct Inbox {
    pub(crate) db: Db,
    pub(crate) spec: ConsumerSpec,
}

impl Inbox {
    /// Records, in the transaction of the effect, that the event at `place` of the stream was handled. Returns `false` if it
    /// was handled before.
    pub(crate) async fn note(
        &self,
        tx: &mut Tx,
        event_id: Uuid,
        place: i64,
        via: Via,
    ) -> Result<bool, StoreError> {
        let noted = sqlx::query!(
            "INSERT INTO inbox (event_id, consumer, source, source_seq, via) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT DO NOTHING",
            event_id,
            self.spec.durable,
            self.spec.stream,
            place,
            via.as_str(),
        )
        .execute(&mut **tx)
        .await?;
        Ok(noted.rows_affected() == 1)
    }

    /// Counts a start before it happens, because it may kill the process.
    pub(crate) async fn count_start(&self, event_id: Uuid) -> Result<i32, StoreError> {
        Ok(sqlx::query_scalar!(
            "INSERT INTO inbox_attempt (event_id, consumer, crash_starts) VALUES ($1, $2, 1) \
             ON CONFLICT (event_id, consumer) DO UPDATE SET crash_starts = inbox_attempt.crash_starts + 1, \
             last_at = clock_timestamp() RETURNING crash_starts",
            event_id,
            self.spec.durable,
        )
        .fetch_one(self.db.worker())
        .await?)
    }

    /// The process survived, so the event did not cause the earlier deaths.
    pub(crate) async fn forget_starts(&self, event_id: Uuid) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE inbox_attempt SET crash_starts = 0 WHERE event_id = $1 AND consumer = $2",
            event_id,
            self.spec.durable,
        )
        .execute(self.db.worker())
        .await?;
        Ok(())
    }

    /// Counts a failure of the handler.
    pub(crate) async fn count_attempt(
        &self,
        event_id: Uuid,
        error: &str,
    ) -> Result<i32, StoreError> {
        Ok(sqlx::query_scalar!(
            "INSERT INTO inbox_attempt (event_id, consumer, attempts, last_error) VALUES ($1, $2, 1, $3) \
             ON CONFLICT (event_id, consumer) DO UPDATE SET attempts = inbox_attempt.attempts + 1, last_error = $3, \
             last_at = clock_timestamp() RETURNING attempts",
            event_id,
            self.spec.durable,
            error,
        )
        .fetch_one(self.db.worker())
        .await?)
    }
}
