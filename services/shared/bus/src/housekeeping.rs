//! Sweeping what has served its time out of the shared tables.

use std::time::Duration;

use lintel_db::{Db, StoreError};
use tokio_util::sync::CancellationToken;

/// How often it is looked for.
const EVERY: Duration = Duration::from_secs(3600);
/// Rows deleted at once, so that no lock is long.
const BATCH: i64 = 5000;

/// Deletes published outbox rows after 30 days and request ids after 48 hours, every hour until `stop`.
pub(crate) async fn run(db: Db, stop: CancellationToken) {
    loop {
        if let Err(error) = sweep(&db).await {
            tracing::warn!(%error, "sweeping old rows failed; it is tried again in an hour");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

async fn sweep(db: &Db) -> Result<(), StoreError> {
    loop {
        let mut tx = db.begin_worker().await?;
        let published = sqlx::query!(
            "DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox \
             WHERE published_at < now() - interval '30 days' LIMIT $1)",
            BATCH,
        )
        .execute(&mut *tx)
        .await?
        .rows_affected();
        let requests = sqlx::query!(
            "DELETE FROM request_ids WHERE (scope, method, key) IN (SELECT scope, method, key FROM request_ids \
             WHERE created_at < now() - interval '48 hours' LIMIT $1)",
            BATCH,
        )
        .execute(&mut *tx)
        .await?
        .rows_affected();
        tx.commit().await?;
        if published == 0 && requests == 0 {
            return Ok(());
        }
    }
}
