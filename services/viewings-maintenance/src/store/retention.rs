//! Expired data, which the worker takes out of rows once its time is over.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Counts the viewings before `before` that still name their viewer.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.retention.count_viewers", skip_all)]
pub async fn count_viewers(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM viewings WHERE viewer_name IS NOT NULL AND starts_at <= $1"#,
        before,
    )
    .fetch_one(tx)
    .await?)
}

/// Takes the viewer out of up to `at_most` of them. Returns out of how many.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.retention.erase_viewers", skip_all)]
pub async fn erase_viewers(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
    at_most: i64,
) -> Result<i64, StoreError> {
    let erased = sqlx::query!(
        "UPDATE viewings SET viewer_name = NULL, viewer_email = NULL, viewer_phone = NULL, viewer_message = NULL,
             note_for_viewer = NULL, remind_at = NULL, token_nonce = NULL, token_hash = NULL, updated_at = $2, version = version + 1
         WHERE (organisation_id, viewing_id) IN (
             SELECT organisation_id, viewing_id FROM viewings WHERE viewer_name IS NOT NULL AND starts_at <= $1
             LIMIT $3 FOR UPDATE SKIP LOCKED)",
        before,
        now,
        at_most,
    )
    .execute(tx)
    .await?;
    Ok(i64::try_from(erased.rows_affected()).unwrap_or(i64::MAX))
}
