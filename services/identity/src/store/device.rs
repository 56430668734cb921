//! Devices that accounts have signed in from.

use chrono::{DateTime, Utc};
use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::lockout::Failures;

/// Reads and locks the failures from a device; `None` where the account does not know the device.
pub async fn lock(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
) -> Result<Option<Failures>, StoreError> {
    let row = sqlx::query_as!(
        Failures,
        "SELECT failed_logins AS count, locked_until FROM devices
         WHERE user_id = $1 AND device_hash = $2 FOR UPDATE",
        user.get(),
        hash.as_slice(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// Writes the failures from a known device, in the transaction that locked them.
pub async fn count(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    failures: Failures,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE devices SET failed_logins = $3, locked_until = $4 WHERE user_id = $1 AND device_hash = $2",
        user.get(),
        hash.as_slice(),
        failures.count,
        failures.locked_until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes that a device was used; returns `false` where the account does not know it.
pub async fn note_use(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE devices SET last_used_at = $3 WHERE user_id = $1 AND device_hash = $2",
        user.get(),
        hash.as_slice(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Resets the failures from a device.
pub async fn forget_failures(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE devices SET failed_logins = 0, locked_until = NULL WHERE user_id = $1 AND device_hash = $2",
        user.get(),
        hash,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether an account knows any device.
pub async fn any(tx: &mut PgConnection, user: UserId) -> Result<bool, StoreError> {
    let any = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM devices WHERE user_id = $1) AS "any!""#,
        user.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(any)
}

/// Inserts a device, which is known from now on.
pub async fn insert(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO devices (user_id, device_hash, created_at, last_used_at) VALUES ($1, $2, $3, $3)",
        user.get(),
        hash.as_slice(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes devices that were last used before `before`; for the worker.
pub async fn delete_unused(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM devices WHERE last_used_at < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}

/// Deletes every device of an account except the one with the hash `kept`.
pub async fn delete_others(
    tx: &mut PgConnection,
    user: UserId,
    kept: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM devices WHERE user_id = $1 AND device_hash <> $2",
        user.get(),
        kept,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes every device of an account.
pub async fn delete_all(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM devices WHERE user_id = $1", user.get())
        .execute(tx)
        .await?;
    Ok(())
}
