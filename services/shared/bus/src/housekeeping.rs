//! Deleting old rows of the shared tables.

use std::time::Duration;

use lintel_db::{A_ROUND, Db, StoreError, in_time};
use tokio_util::sync::CancellationToken;

/// The interval at which rows are deleted.
const EVERY: Duration = Duration::from_secs(3600);
/// The number of rows that one statement deletes, so that locks are short.
const BATCH: i64 = 5000;

/// Deletes published outbox rows after 30 days, request ids after 48 hours, inbox rows after 60 days, when no stream holds
/// the event any more, and dead letters 90 days after a person resolved them; every hour until `stop`.
pub(crate) async fn run(db: Db, stop: CancellationToken) {
    loop {
        if let Err(error) = in_time(A_ROUND, sweep(&db)).await {
            tracing::warn!(%error, "sweeping old rows failed; it is tried again in an hour");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

async fn sweep(db: &Db) -> Result<(), StoreError> {
    let worker = db.worker();
    loop {
        let published = sqlx::query!(
            "DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox \
             WHERE published_at < now() - interval '30 days' LIMIT $1)",
            BATCH,
        )
        .execute(worker)
        .await?;
        let requests = sqlx::query!(
            "DELETE FROM request_ids WHERE (scope, method, key) IN (SELECT scope, method, key FROM request_ids \
             WHERE created_at < now() - interval '48 hours' LIMIT $1)",
            BATCH,
        )
        .execute(worker)
        .await?;
        // An event's id begins with its time, the milliseconds since 1970 as 48 bits, and so does the primary key.
        let handled = sqlx::query!(
            "DELETE FROM inbox WHERE (event_id, consumer) IN (SELECT event_id, consumer FROM inbox \
             WHERE event_id < rpad(lpad(to_hex((extract(epoch FROM now() - interval '60 days') * 1000)::bigint), 12, '0'), \
             32, '0')::uuid LIMIT $1)",
            BATCH,
        )
        .execute(worker)
        .await?;
        let attempts = sqlx::query!(
            "DELETE FROM inbox_attempt WHERE (event_id, consumer) IN (SELECT event_id, consumer FROM inbox_attempt \
             WHERE last_at < now() - interval '60 days' LIMIT $1)",
            BATCH,
        )
        .execute(worker)
        .await?;
        let resolved = sqlx::query!(
            "DELETE FROM dead_letter WHERE dead_letter_id IN (SELECT dead_letter_id FROM dead_letter \
             WHERE resolved_at < now() - interval '90 days' LIMIT $1)",
            BATCH,
        )
        .execute(worker)
        .await?;
        let swept = [published, requests, handled, attempts, resolved];
        if swept.iter().all(|rows| rows.rows_affected() == 0) {
            return Ok(());
        }
    }
}
