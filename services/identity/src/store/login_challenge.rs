//! Sign-ins with a right password that wait for a code.

use chrono::{DateTime, Utc};
use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The account of a challenge.
pub async fn user_of_challenge(
    tx: &mut PgConnection,
    hash: &[u8; 32],
) -> Result<Option<UserId>, StoreError> {
    let id = sqlx::query_scalar!("SELECT user_by_challenge($1)", hash.as_slice())
        .fetch_one(tx)
        .await?;
    Ok(id.map(UserId::new))
}

/// Inserts a challenge; `after_failures` says that wrong passwords came before the right one.
pub async fn insert(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    expires_at: DateTime<Utc>,
    after_failures: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO login_challenges (challenge_hash, user_id, expires_at, after_failures) VALUES ($1, $2, $3, $4)",
        hash.as_slice(),
        user.get(),
        expires_at,
        after_failures,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts a try at a challenge and returns whether wrong passwords came before it; `None` where the challenge is over: unknown,
/// expired, or already tried `most` times.
pub async fn count_try(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    most: i32,
    now: DateTime<Utc>,
) -> Result<Option<bool>, StoreError> {
    let after_failures = sqlx::query_scalar!(
        "UPDATE login_challenges SET tries = tries + 1
         WHERE user_id = $1 AND challenge_hash = $2 AND tries < $3 AND expires_at > $4
         RETURNING after_failures",
        user.get(),
        hash.as_slice(),
        most,
        now,
    )
    .fetch_optional(tx)
    .await?;
    Ok(after_failures)
}

/// Deletes every challenge of an account: one was answered, or they are no longer valid.
pub async fn delete_all(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM login_challenges WHERE user_id = $1",
        user.get()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes challenges that expired before `before`; for the worker.
pub async fn delete_expired(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM login_challenges WHERE expires_at < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}
