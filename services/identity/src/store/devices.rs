//! Devices that accounts have signed in from.

use chrono::{DateTime, Utc};
use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Failed tries from a known device.
#[derive(Debug)]
pub struct Tries {
    pub failed_logins: i32,
    pub locked_until: Option<DateTime<Utc>>,
}

/// Reads and locks what a known device has tried; `None` for one that the account does not know.
pub async fn lock(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
) -> Result<Option<Tries>, StoreError> {
    let row = sqlx::query_as!(
        Tries,
        "SELECT failed_logins, locked_until FROM devices WHERE user_id = $1 AND device_hash = $2 FOR UPDATE",
        user.get(),
        hash.as_slice(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// Counts a try from a known device as failed until it is used.
pub async fn record_try(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    failed_logins: i32,
    locked_until: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE devices SET failed_logins = $3, locked_until = $4 WHERE user_id = $1 AND device_hash = $2",
        user.get(),
        hash.as_slice(),
        failed_logins,
        locked_until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes that a device was used and forgets its failed tries; `false` for one that the account does not know.
pub async fn note_use(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE devices SET last_used_at = $3, failed_logins = 0, locked_until = NULL
         WHERE user_id = $1 AND device_hash = $2",
        user.get(),
        hash.as_slice(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Forgets what failed from every device of an account.
pub async fn forget_tries(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE devices SET failed_logins = 0, locked_until = NULL WHERE user_id = $1 AND failed_logins <> 0",
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether an account knows any device.
pub async fn any(tx: &mut PgConnection, user: UserId) -> Result<bool, StoreError> {
    let any = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM devices WHERE user_id = $1) AS "any!""#,
        user.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(any)
}

/// Knows a device from now on.
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

/// Forgets devices that were last used before `before`; for the worker.
pub async fn delete_unused(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM devices WHERE last_used_at < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}

/// Forgets every device of an account.
pub async fn delete_all(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM devices WHERE user_id = $1", user.get())
        .execute(tx)
        .await?;
    Ok(())
}
