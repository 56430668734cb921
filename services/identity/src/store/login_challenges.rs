//! Sign-ins whose password was right and that wait for a code.

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

/// Keeps a challenge.
pub async fn insert(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    expires_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO login_challenges (challenge_hash, user_id, expires_at) VALUES ($1, $2, $3)",
        hash.as_slice(),
        user.get(),
        expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts a try at a challenge that goes on; `false` when it is over: unknown, expired, or tried `most` times already.
pub async fn count_try(
    tx: &mut PgConnection,
    user: UserId,
    hash: &[u8; 32],
    most: i32,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE login_challenges SET tries = tries + 1
         WHERE user_id = $1 AND challenge_hash = $2 AND tries < $3 AND expires_at > $4",
        user.get(),
        hash.as_slice(),
        most,
        now,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends every challenge of an account: one was answered, or what it was made for is void.
pub async fn delete_all(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM login_challenges WHERE user_id = $1",
        user.get()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets challenges that expired before `before`; for the worker.
pub async fn delete_expired(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM login_challenges WHERE expires_at < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}
