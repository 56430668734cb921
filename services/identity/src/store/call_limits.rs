//! Counts of calls, each as an instant: until when the calls so far have spent what there is (a "generic cell rate algorithm").

use std::time::Duration;

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::{PgConnection, PgPool};

/// A limit as the database counts it.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// What one call is worth.
    pub step: Duration,
    /// How far the calls may lead the clock.
    pub span: Duration,
}

/// What became of a call.
#[derive(Debug)]
pub struct Counted {
    /// Whether there was room for it.
    pub counted: bool,
    /// Until when the calls before it have spent what there is; none for the first.
    pub spent_until: Option<DateTime<Utc>>,
}

/// Counts a call of `subject` if there is room for it: one statement, so that no two calls take the same room.
pub async fn count(
    db: &PgPool,
    guard: &str,
    subject: &[u8; 32],
    pace: Pace,
    now: DateTime<Utc>,
) -> Result<Counted, StoreError> {
    let row = sqlx::query_as!(
        Counted,
        r#"WITH call AS (
               SELECT $3::timestamptz AS now, $4::bigint * interval '1 microsecond' AS step,
                   $5::bigint * interval '1 microsecond' AS span
           ), counted AS (
               INSERT INTO call_limits AS l (guard, subject, spent_until)
               SELECT $1::text, $2::bytea, now + step FROM call
               ON CONFLICT ON CONSTRAINT call_limits_pk DO UPDATE
                   SET spent_until = (SELECT greatest(l.spent_until, now) + step FROM call)
                   WHERE (SELECT greatest(l.spent_until, now) + step <= now + span FROM call)
               RETURNING 1
           )
           SELECT EXISTS (SELECT FROM counted) AS "counted!",
               (SELECT spent_until FROM call_limits WHERE guard = $1 AND subject = $2) AS spent_until"#,
        guard,
        subject.as_slice(),
        now,
        micros(pace.step),
        micros(pace.span),
    )
    .fetch_one(db)
    .await?;
    Ok(row)
}

/// Until when the calls of `subject` have spent what there is; none for one that never called.
pub async fn spent_until(
    db: &PgPool,
    guard: &str,
    subject: &[u8; 32],
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let spent = sqlx::query_scalar!(
        "SELECT spent_until FROM call_limits WHERE guard = $1 AND subject = $2",
        guard,
        subject.as_slice(),
    )
    .fetch_optional(db)
    .await?;
    Ok(spent)
}

/// Forgets counts that say nothing any more; for the worker.
pub async fn delete_spent(tx: &mut PgConnection, before: DateTime<Utc>) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM call_limits WHERE spent_until < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
