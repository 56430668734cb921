//! Organisations and accounts that were deleted, and what is left of them.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, UserId};
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
        "INSERT INTO li_gone_organisations (organisation_id, gone_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        organisation.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes that an account is gone; that it was noted before is no news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.departure.note_account", skip_all)]
pub async fn note_account(
    tx: &mut PgConnection,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO li_gone_accounts (user_id, gone_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        user.get(),
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
        "SELECT organisation_id, gone_at FROM li_gone_organisations
         WHERE erased_at IS NULL ORDER BY gone_at LIMIT 100",
    )
    .fetch_all(worker)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.organisation_id.into(), row.gone_at))
        .collect())
}

/// Deleted accounts that may still have data here, and when they were deleted.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.departure.unerased_accounts", skip_all)]
pub async fn unerased_accounts(
    worker: &PgPool,
) -> Result<Vec<(UserId, DateTime<Utc>)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT user_id, gone_at FROM li_gone_accounts WHERE erased_at IS NULL ORDER BY gone_at LIMIT 100",
    )
    .fetch_all(worker)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.user_id.into(), row.gone_at))
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
        r#"SELECT li_erase_gone($1, $2) AS "erased!""#,
        organisation.get(),
        at_most,
    )
    .fetch_one(worker)
    .await?)
}

/// Deletes what a deleted account watched, searched and analysed. Returns how many rows.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.departure.erase_account", skip_all)]
pub async fn erase_account(worker: &PgPool, user: UserId) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"WITH watched AS (DELETE FROM watchlist WHERE user_id = $1 RETURNING 1),
                told AS (DELETE FROM watch_facts WHERE user_id = $1 RETURNING 1),
                searched AS (DELETE FROM saved_searches WHERE user_id = $1 RETURNING 1),
                analysed AS (DELETE FROM analyses WHERE user_id = $1 RETURNING 1)
           SELECT (SELECT count(*) FROM watched) + (SELECT count(*) FROM told) + (SELECT count(*) FROM searched)
               + (SELECT count(*) FROM analysed) AS "erased!""#,
        user.get(),
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

/// Notes that nothing is left of an organisation that anything could still add to.
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
        "UPDATE li_gone_organisations SET erased_at = $2 WHERE organisation_id = $1 AND erased_at IS NULL",
        organisation.get(),
        at,
    )
    .execute(worker)
    .await?;
    Ok(())
}

/// Notes that nothing is left of an account that anything could still add to.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.departure.erased_account", skip_all)]
pub async fn erased_account(
    worker: &PgPool,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE li_gone_accounts SET erased_at = $2 WHERE user_id = $1 AND erased_at IS NULL",
        user.get(),
        at,
    )
    .execute(worker)
    .await?;
    Ok(())
}
