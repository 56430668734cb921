//! Putting an event aside.

use async_nats::jetstream::Message;
use lintel_db::{Db, StoreError};
use uuid::Uuid;

/// Why an event was put aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It is not an event of Lintel.
    Decode,
    /// Its type is newer than this program.
    UnknownType,
    /// The handler can never take it.
    Invariant,
    /// The handler failed too often.
    Attempts,
    /// The process died too often while it was handled.
    CrashSuspect,
}

impl Reason {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::UnknownType => "unknown_type",
            Self::Invariant => "invariant",
            Self::Attempts => "attempts",
            Self::CrashSuspect => "crash_suspect",
        }
    }
}

/// Stores `message` with the reason, once for each consumer while the letter is open.
///
/// # Errors
/// [`StoreError`]; then the message must not be settled.
pub async fn keep(
    db: &Db,
    consumer: &str,
    message: &Message,
    event_id: Option<Uuid>,
    reason: Reason,
    error: &str,
) -> Result<(), StoreError> {
    let headers: serde_json::Map<String, serde_json::Value> = message
        .headers
        .iter()
        .flat_map(|headers| headers.iter())
        .map(|(name, values)| {
            let value = values.first().map(ToString::to_string).unwrap_or_default();
            (name.to_string(), value.into())
        })
        .collect();
    let place = message.info().map_or(0, |info| info.stream_sequence);
    let kept = sqlx::query!(
        "INSERT INTO dead_letter (dead_letter_id, consumer, event_id, subject, headers, payload, reason, error, source_seq, attempts) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, \
         COALESCE((SELECT attempts FROM inbox_attempt WHERE consumer = $2 AND event_id = $3), 0)) \
         ON CONFLICT DO NOTHING",
        Uuid::now_v7(),
        consumer,
        event_id,
        message.subject.as_str(),
        serde_json::Value::Object(headers),
        &message.payload[..],
        reason.as_str(),
        error,
        i64::try_from(place).unwrap_or_default(),
    )
    .execute(db.worker())
    .await?;
    // `None` when the process that stored it died before it could tell the broker.
    if kept.rows_affected() == 1 {
        tracing::error!(consumer, event_id = ?event_id, reason = reason.as_str(), cause = error, "an event was put aside as a dead letter");
    }
    Ok(())
}
