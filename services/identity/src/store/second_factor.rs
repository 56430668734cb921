//! Second factors and recovery codes.

use chrono::{DateTime, Utc};
use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::lockout::Failures;

/// An authenticator app that was set up.
#[derive(Debug)]
pub struct StoredFactor {
    pub sealed_secret: Vec<u8>,
    pub created_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub last_step: i64,
    /// Consecutive wrong codes.
    pub failures: Failures,
}

/// Since when an account has its second factor on.
pub async fn confirmed_since(
    tx: &mut PgConnection,
    user: UserId,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let since = sqlx::query_scalar!(
        "SELECT confirmed_at FROM second_factors WHERE user_id = $1",
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(since.flatten())
}

/// Reads and locks an account's authenticator app, so that codes are judged one after the other.
pub async fn lock(tx: &mut PgConnection, user: UserId) -> Result<Option<StoredFactor>, StoreError> {
    let row = sqlx::query!(
        "SELECT sealed_secret, created_at, confirmed_at, last_step, failed_codes, codes_locked_until
         FROM second_factors WHERE user_id = $1 FOR UPDATE",
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| StoredFactor {
        sealed_secret: row.sealed_secret,
        created_at: row.created_at,
        confirmed_at: row.confirmed_at,
        last_step: row.last_step,
        failures: Failures {
            count: row.failed_codes,
            locked_until: row.codes_locked_until,
        },
    }))
}

/// Stores a secret that waits for its first code, in place of an earlier one that waits.
pub async fn enrol(
    tx: &mut PgConnection,
    user: UserId,
    sealed_secret: &[u8],
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO second_factors (user_id, sealed_secret, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
         WHERE second_factors.confirmed_at IS NULL",
        user.get(),
        sealed_secret,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Turns the second factor on.
pub async fn confirm(
    tx: &mut PgConnection,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE second_factors SET confirmed_at = $2 WHERE user_id = $1",
        user.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Writes the count of wrong codes, in the transaction that locked the factor.
pub async fn count_failures(
    tx: &mut PgConnection,
    user: UserId,
    failures: Failures,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE second_factors SET failed_codes = $2, codes_locked_until = $3 WHERE user_id = $1",
        user.get(),
        failures.count,
        failures.locked_until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Resets the count of wrong codes.
pub async fn forget_failures(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE second_factors SET failed_codes = 0, codes_locked_until = NULL WHERE user_id = $1",
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Stores the time step of an accepted code.
pub async fn take_step(tx: &mut PgConnection, user: UserId, step: i64) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE second_factors SET last_step = $2 WHERE user_id = $1",
        user.get(),
        step,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes an account's second factor and its recovery codes.
pub async fn delete(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM recovery_codes WHERE user_id = $1", user.get())
        .execute(&mut *tx)
        .await?;
    sqlx::query!("DELETE FROM second_factors WHERE user_id = $1", user.get())
        .execute(tx)
        .await?;
    Ok(())
}

/// Deletes a secret that waits for its first code.
pub async fn forget_enrolment(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NULL",
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Replaces all recovery codes with new ones, by their hashes.
pub async fn replace_recovery_codes(
    tx: &mut PgConnection,
    user: UserId,
    hashes: &[Vec<u8>],
) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM recovery_codes WHERE user_id = $1", user.get())
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])",
        user.get(),
        hashes,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Marks a recovery code as used; returns `false` where it is unknown or already used.
pub async fn use_recovery_code(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL",
        user.get(),
        hash.as_slice(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The number of unused recovery codes.
pub async fn recovery_codes_left(tx: &mut PgConnection, user: UserId) -> Result<i64, StoreError> {
    let left = sqlx::query_scalar!(
        r#"SELECT count(*) AS "left!" FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL"#,
        user.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(left)
}
