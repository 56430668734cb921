//! Organisations that were deleted, and what is left of them.

use chrono::{DateTime, Utc};
use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::{PgConnection, PgPool};

/// Notes that an organisation is gone; that it was noted before is no news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.departure.note", skip_all)]
pub async fn note(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO gone_organisations (organisation_id, gone_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        organisation.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deleted organisations that may still have data here, and when they were deleted.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.departure.unerased", skip_all)]
pub async fn unerased(worker: &PgPool) -> Result<Vec<(OrganisationId, DateTime<Utc>)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, gone_at FROM gone_organisations
         WHERE erased_at IS NULL ORDER BY gone_at LIMIT 100",
    )
    .fetch_all(worker)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.organisation_id.into(), row.gone_at))
        .collect())
}

/// Deletes up to `at_most` rows of each table of a deleted organisation. Returns how many.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.departure.erase", skip_all)]
pub async fn erase(
    worker: &PgPool,
    organisation: OrganisationId,
    at_most: i64,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT erase_gone($1, $2) AS "erased!""#,
        organisation.get(),
        at_most,
    )
    .fetch_one(worker)
    .await?)
}

/// Deletes the published events of a deleted organisation.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.departure.erase_told", skip_all)]
pub async fn erase_told(worker: &PgPool, organisation: OrganisationId) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM outbox WHERE organisation_id = $1 AND published_at IS NOT NULL",
        organisation.get(),
    )
    .execute(worker)
    .await?;
    Ok(())
}

/// Notes that nothing is left that anything could still add to.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.departure.erased", skip_all)]
pub async fn erased(
    worker: &PgPool,
    organisation: OrganisationId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE gone_organisations SET erased_at = $2 WHERE organisation_id = $1 AND erased_at IS NULL",
        organisation.get(),
        at,
    )
    .execute(worker)
    .await?;
    Ok(())
}
