//! Which uploaded files rows name. Rows that name some keep them by themselves, by a trigger of each table.

use chrono::{DateTime, Utc};
use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::{PgConnection, PgPool};

/// Returns those of these files that no row names; to be looked at again under the lock.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.upload.unnamed", skip_all)]
pub async fn unnamed(
    worker: &PgPool,
    organisation: OrganisationId,
    addresses: &[String],
) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT given.address AS "address!"
           FROM unnest($2::text[]) AS given (address)
           WHERE NOT EXISTS (
               SELECT FROM upload_uses WHERE organisation_id = $1 AND upload_uses.address = given.address)"#,
        organisation.get(),
        addresses,
    )
    .fetch_all(worker)
    .await?)
}

/// Keeps the organisation's files from being named until the transaction ends. Says whether it was to be had: not while somebody names
/// one, who must not be kept waiting.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.upload.lock", skip_all)]
pub async fn lock(tx: &mut PgConnection, organisation: OrganisationId) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT pg_try_advisory_xact_lock(upload_lock($1)) AS "locked!""#,
        organisation.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Writes down since when these files are unnamed, unless it is known. Lock them first.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.upload.note_unnamed", skip_all)]
pub async fn note_unnamed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    addresses: &[String],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO unnamed_uploads (organisation_id, address, unnamed_since)
         SELECT DISTINCT $1::bigint, given.address, $3::timestamptz
         FROM unnest($2::text[]) AS given (address)
         WHERE NOT EXISTS (
             SELECT FROM upload_uses WHERE organisation_id = $1 AND upload_uses.address = given.address)
         ON CONFLICT DO NOTHING",
        organisation.get(),
        addresses,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Decides to delete those of these files which no row names and none has named since `before`; gives them, and those of which it was
/// decided earlier. Lock them first: what was named before the lock was had is seen by this statement, and nothing is named after it.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.upload.let_go", skip_all)]
pub async fn let_go(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    addresses: &[String],
    before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_scalar!(
        "UPDATE unnamed_uploads SET removed_at = $4
         WHERE organisation_id = $1 AND address = ANY ($2) AND unnamed_since <= $3 AND NOT EXISTS (
             SELECT FROM upload_uses WHERE organisation_id = $1 AND upload_uses.address = unnamed_uploads.address)
         RETURNING address",
        organisation.get(),
        addresses,
        before,
        now,
    )
    .fetch_all(tx)
    .await?)
}

/// Deletes the records of files that were deleted before `long_ago`, and of files that have waited since then and no longer exist,
/// so that no request can name them.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.upload.forget", skip_all)]
pub async fn forget(worker: &PgPool, long_ago: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM unnamed_uploads WHERE coalesce(removed_at, unnamed_since) < $1",
        long_ago,
    )
    .execute(worker)
    .await?;
    Ok(())
}
