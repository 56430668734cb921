//! Sessions as their owner sees them, and notes of their use.

use chrono::{DateTime, Utc};
use lintel_core::{SessionId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{client::Client, lockout::Failures, own_session::OwnSession};

/// The sessions of an account that have not ended, the last used first.
pub async fn list(
    tx: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<OwnSession>, StoreError> {
    let rows = sqlx::query!(
        "SELECT session_id, user_agent, address, created_at, last_used_at, expires_at FROM sessions
         WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2
         ORDER BY last_used_at DESC, session_id",
        user.get(),
        now,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| OwnSession {
            id: SessionId::new(row.session_id),
            client: Client {
                user_agent: row.user_agent,
                address: row.address,
            },
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            expires_at: row.expires_at,
        })
        .collect())
}

/// Returns whether an account has such a session, open or ended.
pub async fn exists(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<bool, StoreError> {
    let exists = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sessions WHERE session_id = $1 AND user_id = $2) AS "exists!""#,
        session.get(),
        user.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(exists)
}

/// The hash of the device on which a session was begun; `None` for a session from before this was stored.
pub async fn device(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let hash = sqlx::query_scalar!(
        "SELECT device_hash FROM sessions WHERE session_id = $1 AND user_id = $2",
        session.get(),
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(hash.flatten())
}

/// Reads and locks the count of wrong passwords in a session; `None` for a session that has ended.
pub async fn lock_failures(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<Option<Failures>, StoreError> {
    let row = sqlx::query_as!(
        Failures,
        "SELECT failed_passwords AS count, passwords_locked_until AS locked_until FROM sessions
         WHERE session_id = $1 AND user_id = $2 AND ended_at IS NULL FOR UPDATE",
        session.get(),
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row)
}

/// Writes the count of wrong passwords in a session, in the transaction that locked it.
pub async fn count_failures(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
    failures: Failures,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE sessions SET failed_passwords = $3, passwords_locked_until = $4
         WHERE session_id = $1 AND user_id = $2",
        session.get(),
        user.get(),
        failures.count,
        failures.locked_until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Resets the count of wrong passwords in a session.
pub async fn forget_failures(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE sessions SET failed_passwords = 0, passwords_locked_until = NULL
         WHERE session_id = $1 AND user_id = $2",
        session.get(),
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends all sessions of an account except `kept` and returns those that it ended.
pub async fn end_others(
    tx: &mut PgConnection,
    user: UserId,
    kept: SessionId,
    at: DateTime<Utc>,
) -> Result<Vec<SessionId>, StoreError> {
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET ended_at = $3
         WHERE user_id = $1 AND session_id <> $2 AND ended_at IS NULL AND expires_at > $3
         RETURNING session_id",
        user.get(),
        kept.get(),
        at,
    )
    .fetch_all(tx)
    .await?;
    Ok(ended.into_iter().map(SessionId::new).collect())
}

/// Lifts the duty to change the password first from a session.
pub async fn lift_password_change(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE sessions SET password_change_due = false WHERE session_id = $1 AND user_id = $2",
        session.get(),
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes when sessions of all accounts were last used, where that is later than the stored time; for the worker. Rows are locked in
/// one order, so that two gateways that report the same sessions do not block each other.
pub async fn note_uses(
    tx: &mut PgConnection,
    uses: &[(SessionId, DateTime<Utc>)],
) -> Result<(), StoreError> {
    let (sessions, times): (Vec<Uuid>, Vec<DateTime<Utc>>) = uses
        .iter()
        .map(|(session, at)| (session.get(), *at))
        .unzip();
    sqlx::query!(
        "WITH used AS (
             SELECT s.session_id, u.at
             FROM unnest($1::uuid[], $2::timestamptz[]) AS u (session_id, at)
             JOIN sessions s USING (session_id)
             WHERE s.ended_at IS NULL AND s.last_used_at < u.at
             ORDER BY s.session_id
             FOR UPDATE OF s
         )
         UPDATE sessions SET last_used_at = used.at FROM used WHERE sessions.session_id = used.session_id",
        &sessions,
        &times,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Clears the user agent, network address and device of an account's sessions.
pub async fn forget_clients(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE sessions SET user_agent = '', address = '', device_hash = NULL WHERE user_id = $1",
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
