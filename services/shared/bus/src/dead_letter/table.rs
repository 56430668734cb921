//! The table of dead letters.

use async_nats::HeaderMap;
use chrono::{DateTime, Utc};
use lintel_db::{Db, StoreError, Tx};
use uuid::Uuid;

/// One dead letter.
#[derive(Debug)]
pub struct Letter {
    /// Its id.
    pub id: Uuid,
    /// The consumer whose handler could not take it.
    pub consumer: String,
    /// The event's id; `None` if it is not an event.
    pub event_id: Option<Uuid>,
    /// Its subject.
    pub subject: String,
    /// Its headers, a JSON object of texts.
    pub headers: serde_json::Value,
    /// The encoded message; empty once the letter is no longer open.
    pub payload: Vec<u8>,
    /// Why it was put aside.
    pub reason: String,
    /// The handler's last error.
    pub error: Option<String>,
    /// The number of the handler's failures.
    pub attempts: i32,
    /// Its sequence number in the stream; 0 if it is not known.
    pub source_seq: i64,
    /// `open`, `resolved` or `discarded`.
    pub state: String,
    /// When it was put aside.
    pub created_at: DateTime<Utc>,
    /// When it was resolved or discarded.
    pub resolved_at: Option<DateTime<Utc>>,
    /// The person who resolved or discarded it.
    pub resolved_by: Option<String>,
}

impl Letter {
    /// Its headers as they came.
    pub fn header_map(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in self.headers.as_object().into_iter().flatten() {
            if let Some(value) = value.as_str() {
                headers.insert(name.as_str(), value);
            }
        }
        headers
    }
}

/// The end of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The handler took it.
    Resolved,
    /// An operator decided that it is not needed.
    Discarded,
}

impl End {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Resolved => "resolved",
            Self::Discarded => "discarded",
        }
    }
}

/// The open letters with the given reason, or with any, oldest first; with `closed`, the other letters as well.
pub async fn list(db: &Db, reason: Option<&str>, closed: bool) -> Result<Vec<Letter>, StoreError> {
    Ok(sqlx::query_as!(
        Letter,
        "SELECT dead_letter_id AS id, consumer, event_id, subject, headers, payload, reason, error, attempts, source_seq, \
         state, created_at, resolved_at, resolved_by FROM dead_letter \
         WHERE (state = 'open' OR $2) AND ($1::text IS NULL OR reason = $1) ORDER BY created_at, dead_letter_id",
        reason,
        closed,
    )
    .fetch_all(db.worker())
    .await?)
}

/// One letter, whatever its state.
pub async fn find(db: &Db, id: Uuid) -> Result<Option<Letter>, StoreError> {
    Ok(sqlx::query_as!(
        Letter,
        "SELECT dead_letter_id AS id, consumer, event_id, subject, headers, payload, reason, error, attempts, source_seq, \
         state, created_at, resolved_at, resolved_by FROM dead_letter WHERE dead_letter_id = $1",
        id,
    )
    .fetch_optional(db.worker())
    .await?)
}

/// Locks an open letter, so that two operators do not send it again at the same time. `false` if it is no longer open.
pub async fn lock(tx: &mut Tx, id: Uuid) -> Result<bool, StoreError> {
    let open = sqlx::query_scalar!(
        "SELECT dead_letter_id FROM dead_letter WHERE dead_letter_id = $1 AND state = 'open' FOR UPDATE",
        id,
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(open.is_some())
}

/// Closes an open letter and deletes its message. `false` if it was not open.
pub async fn end(tx: &mut Tx, id: Uuid, end: End, by: &str) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE dead_letter SET state = $2, resolved_at = clock_timestamp(), resolved_by = $3, payload = '' \
         WHERE dead_letter_id = $1 AND state = 'open'",
        id,
        end.as_str(),
        by,
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Counts another failure of the handler.
pub async fn note_failure(db: &Db, id: Uuid, error: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE dead_letter SET attempts = attempts + 1, error = $2 WHERE dead_letter_id = $1",
        id,
        error,
    )
    .execute(db.worker())
    .await?;
    Ok(())
}
