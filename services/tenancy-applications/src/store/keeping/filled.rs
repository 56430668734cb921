//! Which copies were filled from their owners.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgPool;

/// Whether a copy was filled.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.filled.is", skip_all)]
pub async fn is_filled(worker: &PgPool, copy: &str) -> Result<bool, StoreError> {
    let filled = sqlx::query_scalar!("SELECT filled_at FROM filled_copies WHERE copy = $1", copy)
        .fetch_optional(worker)
        .await?;
    Ok(filled.is_some())
}

/// Notes that a copy was filled.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.filled.note", skip_all)]
pub async fn note(worker: &PgPool, copy: &str, at: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO filled_copies (copy, filled_at) VALUES ($1, $2)
         ON CONFLICT (copy) DO UPDATE SET filled_at = excluded.filled_at",
        copy,
        at,
    )
    .execute(worker)
    .await?;
    Ok(())
}
