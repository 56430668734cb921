//! The browsers that news goes to.

use lintel_core::UserId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Keeps a browser for an account, whoever's it was before.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn keep(
    tx: &mut PgConnection,
    user: UserId,
    digest: &[u8; 32],
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!("SELECT forget_push_endpoint($1)", &digest[..])
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "INSERT INTO push_subscriptions (user_id, endpoint_digest, sealed) VALUES ($1, $2, $3)",
        user.get(),
        &digest[..],
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// How many browsers an account has besides the one with this endpoint. Serialises those that are kept at once.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn count_others(
    tx: &mut PgConnection,
    user: UserId,
    digest: &[u8; 32],
) -> Result<i64, StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('browsers of ' || $1::bigint::text, 0))",
        user.get(),
    )
    .execute(&mut *tx)
    .await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM push_subscriptions WHERE user_id = $1 AND endpoint_digest <> $2"#,
        user.get(),
        &digest[..],
    )
    .fetch_one(tx)
    .await?;
    Ok(count)
}

/// Forgets an account's browser by its endpoint.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn forget(
    tx: &mut PgConnection,
    user: UserId,
    digest: &[u8; 32],
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint_digest = $2",
        user.get(),
        &digest[..],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets every browser of an account, and what waits to be sent to them.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn forget_all(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM push_subscriptions WHERE user_id = $1",
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes a browser that does not exist any more, and what waits to be sent to it. `false` when it was deleted before.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn delete(tx: &mut PgConnection, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM push_subscriptions WHERE push_subscription_id = $1",
        id,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
