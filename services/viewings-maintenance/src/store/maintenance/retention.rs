//! Requests that are kept no longer, with everything that belongs to them.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Counts the requests that were completed or cancelled before `before`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_retention.count", skip_all)]
pub async fn count(tx: &mut PgConnection, before: DateTime<Utc>) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM maintenance_requests WHERE finished_at <= $1"#,
        before,
    )
    .fetch_one(tx)
    .await?;
    Ok(count)
}

/// Deletes up to `at_most` of them. Returns how many.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_retention.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
    at_most: i64,
) -> Result<i64, StoreError> {
    let deleted = sqlx::query!(
        "DELETE FROM maintenance_requests WHERE (organisation_id, maintenance_request_id) IN (
             SELECT organisation_id, maintenance_request_id FROM maintenance_requests WHERE finished_at <= $1
             LIMIT $2 FOR UPDATE SKIP LOCKED)",
        before,
        at_most,
    )
    .execute(tx)
    .await?;
    Ok(i64::try_from(deleted.rows_affected()).unwrap_or(i64::MAX))
}
