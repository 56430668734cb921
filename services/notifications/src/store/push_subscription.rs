//! The browsers that news goes to.

use chrono::{DateTime, Utc};
use lintel_core::{SessionId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// A browser that is kept.
#[derive(Debug, Clone, Copy)]
pub struct NewSubscription<'a> {
    /// The account.
    pub user: UserId,
    /// The session that asked for it.
    pub session: SessionId,
    /// The endpoint's digest.
    pub digest: &'a [u8; 32],
    /// The endpoint, its keys and the browser's name, sealed to this service.
    pub sealed: &'a [u8],
}

/// Keeps a browser for an account, whoever's it was before. Returns its number.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn keep(tx: &mut PgConnection, new: NewSubscription<'_>) -> Result<i64, StoreError> {
    sqlx::query!("SELECT forget_push_endpoint($1)", &new.digest[..])
        .execute(&mut *tx)
        .await?;
    let id = sqlx::query_scalar!(
        "INSERT INTO push_subscriptions (user_id, session_id, endpoint_digest, sealed) VALUES ($1, $2, $3, $4)
         RETURNING push_subscription_id",
        new.user.get(),
        new.session.get(),
        &new.digest[..],
        new.sealed,
    )
    .fetch_one(tx)
    .await?;
    Ok(id)
}

/// Counts the browsers of an account besides the one with this endpoint. Serialises those that are kept at once.
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
        r#"SELECT count(*) AS "count!" FROM push_subscriptions
           WHERE user_id = $1 AND endpoint_digest <> $2 AND session_id IS NOT NULL"#,
        user.get(),
        &digest[..],
    )
    .fetch_one(tx)
    .await?;
    Ok(count)
}

/// A browser as it is listed.
#[derive(Debug, Clone)]
pub struct ListedRow {
    /// Its number.
    pub id: i64,
    /// The endpoint's digest, to which the rest is bound.
    pub digest: Vec<u8>,
    /// The subscription, sealed.
    pub sealed: Vec<u8>,
    /// The session that asked for it.
    pub session: SessionId,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// An account's browsers, the newest first.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn list(tx: &mut PgConnection, user: UserId) -> Result<Vec<ListedRow>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT push_subscription_id, endpoint_digest, sealed, session_id AS "session_id!", created_at
           FROM push_subscriptions WHERE user_id = $1 AND session_id IS NOT NULL
           ORDER BY created_at DESC, push_subscription_id DESC"#,
        user.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| ListedRow {
        id: row.push_subscription_id,
        digest: row.endpoint_digest,
        sealed: row.sealed,
        session: SessionId::new(row.session_id),
        created_at: row.created_at,
    });
    Ok(rows.collect())
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

/// Forgets an account's browser by its number; `false` where there is none.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn remove(tx: &mut PgConnection, user: UserId, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM push_subscriptions WHERE user_id = $1 AND push_subscription_id = $2",
        user.get(),
        id,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
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

/// Forgets the browser of a session that somebody ended.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn session_ended(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM push_subscriptions WHERE user_id = $1 AND session_id = $2",
        user.get(),
        session.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets the browsers of an account that were kept before `at`, but for that of the session `kept`.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn revoked(
    tx: &mut PgConnection,
    user: UserId,
    kept: Option<SessionId>,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM push_subscriptions WHERE user_id = $1 AND created_at < $3 AND session_id IS DISTINCT FROM $2",
        user.get(),
        kept.map(SessionId::get),
        at,
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

/// Deletes browsers of no known session, which a program of before kept: they were to be asked again.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn delete_unbound(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM push_subscriptions WHERE session_id IS NULL")
        .execute(tx)
        .await?;
    Ok(())
}
