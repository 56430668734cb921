//! Counts of calls. Each is an instant: the time until which the calls so far have used up the limit (a "generic cell rate
//! algorithm").

use std::time::Duration;

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::{PgConnection, PgPool};

/// A limit as the database counts it.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The time that one call uses up.
    pub step: Duration,
    /// The time by which the calls may run ahead of the clock.
    pub span: Duration,
}

/// The result of counting a call.
#[derive(Debug)]
pub struct Counted {
    /// True when the call was within the limit.
    pub counted: bool,
    /// Until when the earlier calls have used up the limit; `None` for the first call.
    pub spent_until: Option<DateTime<Utc>>,
}

/// Counts a call of `subject` if it is within the limit: in one statement, so that no two calls use the same allowance.
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

/// Until when the calls of `subject` have used up the limit; `None` for a subject that never called.
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

/// Deletes counts that no longer limit anything; for the worker.
pub async fn delete_spent(tx: &mut PgConnection, before: DateTime<Utc>) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM call_limits WHERE spent_until < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
