//! Events that a handler cannot take, kept for a person to look at.

use async_nats::jetstream::Message;
use lintel_db::{Db, StoreError};
use uuid::Uuid;

/// Why an event was put aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It is no event of ours.
    Decode,
    /// The handler says that it can never be taken.
    Invariant,
    /// The handler failed too often.
    Attempts,
    /// The process died too often while it was handled.
    CrashSuspect,
}

impl Reason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Invariant => "invariant",
            Self::Attempts => "attempts",
            Self::CrashSuspect => "crash_suspect",
        }
    }
}

/// Keeps `message` with the reason, once for each consumer while it is open.
///
/// # Errors
/// [`StoreError`]; the message must then not be settled.
pub(crate) async fn keep(
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
    let kept = sqlx::query!(
        "INSERT INTO dead_letter (dead_letter_id, consumer, event_id, subject, headers, payload, reason, error, attempts) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, \
         COALESCE((SELECT attempts FROM inbox_attempt WHERE consumer = $2 AND event_id = $3), 0)) \
         ON CONFLICT (consumer, event_id) WHERE state = 'open' DO NOTHING",
        Uuid::now_v7(),
        consumer,
        event_id,
        message.subject.as_str(),
        serde_json::Value::Object(headers),
        &message.payload[..],
        reason.as_str(),
        error,
    )
    .execute(db.worker())
    .await?;
    // None when the process that kept it died before it could tell the broker.
    if kept.rows_affected() == 1 {
        tracing::error!(consumer, event_id = ?event_id, reason = reason.as_str(), cause = error, "an event was put aside as a dead letter");
    }
    Ok(())
}
