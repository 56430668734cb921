//! Backups and their pieces.

use std::time::Duration;

use chrono::NaiveDate;
use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::{Backup, BackupState, DueBackup, backup::KEPT};

/// Begins the backups of a night; organisations that have theirs, or one that is being made, keep it.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn begin_night(
    tx: &mut PgConnection,
    night: NaiveDate,
    organisations: &[i64],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO backups (organisation_id, night) SELECT organisation_id, $1 FROM unnest($2::bigint[]) AS o (organisation_id)
         ON CONFLICT DO NOTHING",
        night,
        organisations,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether the backups of a night are begun for everybody.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn is_begun(tx: &mut PgConnection, night: NaiveDate) -> Result<bool, StoreError> {
    let begun = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM backup_nights WHERE night = $1) AS "begun!""#,
        night
    )
    .fetch_one(tx)
    .await?;
    Ok(begun)
}

/// Notes that they are.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn note_begun(tx: &mut PgConnection, night: NaiveDate) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO backup_nights (night) VALUES ($1) ON CONFLICT DO NOTHING",
        night
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Begins a backup on demand, unless one is being made.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn begin(tx: &mut PgConnection, organisation: OrganisationId) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO backups (organisation_id) VALUES ($1) ON CONFLICT DO NOTHING",
        organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The backups of an organisation, the newest first.
///
/// # Errors
/// [`StoreError`].
pub async fn list(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<Backup>, StoreError> {
    let rows = sqlx::query!(
        "SELECT backup_id, state, created_at, ended_at, size_bytes FROM backups
         WHERE organisation_id = $1 ORDER BY backup_id DESC",
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Backup {
                id: row.backup_id,
                state: BackupState::parse(&row.state)
                    .ok_or_else(|| StoreError::inconsistent("backups", "state", row.backup_id))?,
                created_at: row.created_at,
                ended_at: row.ended_at,
                size_bytes: row.size_bytes,
            })
        })
        .collect()
}

/// A piece of a ready backup, and whether another one follows; `None` where there is no such backup or piece.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn piece(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    backup: i64,
    number: i32,
) -> Result<Option<(Vec<u8>, bool)>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT sealed, EXISTS (
               SELECT FROM backup_pieces next
               WHERE next.backup_id = p.backup_id AND next.made_by = p.made_by AND next.number = p.number + 1) AS "more!"
           FROM backup_pieces p JOIN backups USING (backup_id, made_by)
           WHERE organisation_id = $1 AND backup_id = $2 AND number = $3"#,
        organisation.get(),
        backup,
        number,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| (row.sealed, row.more)))
}

/// Notes who reads a backup.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn note_reading(
    tx: &mut PgConnection,
    backup: i64,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO backup_readings (backup_id, user_id) VALUES ($1, $2)",
        backup,
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes the lease of a due backup, the longest waiting first; what a process before wrote of it goes.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn claim(
    tx: &mut PgConnection,
    lease: Duration,
) -> Result<Option<DueBackup>, StoreError> {
    let row = sqlx::query!(
        r#"UPDATE backups SET lease_token = gen_random_uuid(), lease_until = now() + make_interval(secs => $1)
           WHERE backup_id = (
               SELECT backup_id FROM backups WHERE state = 'running' AND coalesce(lease_until, next_attempt_at) <= now()
               ORDER BY coalesce(lease_until, next_attempt_at) LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING backup_id, organisation_id, lease_token AS "lease!", created_at"#,
        lease.as_secs_f64(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    sqlx::query!(
        "DELETE FROM backup_pieces WHERE backup_id = $1",
        row.backup_id
    )
    .execute(tx)
    .await?;
    Ok(Some(DueBackup {
        id: row.backup_id,
        organisation: OrganisationId::new(row.organisation_id),
        lease: row.lease,
        created_at: row.created_at,
    }))
}

/// Keeps a piece and the lease for longer; `false` where the lease is not ours any more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn keep_piece(
    tx: &mut PgConnection,
    due: &DueBackup,
    number: i32,
    sealed: &[u8],
    lease: Duration,
) -> Result<bool, StoreError> {
    let ours = sqlx::query!(
        "UPDATE backups SET lease_until = now() + make_interval(secs => $3) WHERE backup_id = $1 AND lease_token = $2",
        due.id,
        due.lease,
        lease.as_secs_f64(),
    )
    .execute(&mut *tx)
    .await?
    .rows_affected()
        == 1;
    if ours {
        sqlx::query!(
            "INSERT INTO backup_pieces (backup_id, made_by, number, sealed) VALUES ($1, $2, $3, $4)",
            due.id,
            due.lease,
            number,
            sealed,
        )
        .execute(tx)
        .await?;
    }
    Ok(ours)
}

/// Makes a backup ready and drops those beyond the number that is kept; `false` where the lease is not ours any more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn finish(tx: &mut PgConnection, due: &DueBackup, size: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE backups SET state = 'ready', ended_at = now(), size_bytes = $3, made_by = lease_token, lease_token = NULL,
             lease_until = NULL
         WHERE backup_id = $1 AND lease_token = $2",
        due.id,
        due.lease,
        size,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM backups WHERE organisation_id = $1 AND backup_id IN (
             SELECT backup_id FROM backups WHERE organisation_id = $1 AND state = 'ready' ORDER BY backup_id DESC OFFSET $2)",
        due.organisation.get(),
        KEPT,
    )
    .execute(&mut *tx)
    .await?;
    // Those that failed are of no use once there is a newer one.
    sqlx::query!(
        "DELETE FROM backups WHERE organisation_id = $1 AND state = 'failed' AND backup_id < $2",
        due.organisation.get(),
        due.id,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Lets a backup wait for its next attempt.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn put_off(
    tx: &mut PgConnection,
    due: &DueBackup,
    by: Duration,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE backups SET lease_token = NULL, lease_until = NULL, next_attempt_at = now() + make_interval(secs => $3)
         WHERE backup_id = $1 AND lease_token = $2",
        due.id,
        due.lease,
        by.as_secs_f64(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Gives a backup up; `false` where the lease is not ours any more.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn give_up(tx: &mut PgConnection, due: &DueBackup) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE backups SET state = 'failed', ended_at = now(), lease_token = NULL, lease_until = NULL
         WHERE backup_id = $1 AND lease_token = $2",
        due.id,
        due.lease,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes everything of an organisation.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn forget(tx: &mut PgConnection, organisation: OrganisationId) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM backups WHERE organisation_id = $1",
        organisation.get()
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM backup_keys WHERE organisation_id = $1",
        organisation.get()
    )
    .execute(tx)
    .await?;
    Ok(())
}
