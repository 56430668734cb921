//! Sessions.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, SessionId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::{known, one_row};
use crate::domain::{
    client::Client,
    session::{Rotation, Session},
};

/// The account of a session.
pub async fn user_of_session(
    tx: &mut PgConnection,
    session: SessionId,
) -> Result<Option<UserId>, StoreError> {
    let id = sqlx::query_scalar!("SELECT user_by_session($1)", session.get())
        .fetch_one(tx)
        .await?;
    Ok(id.map(UserId::new))
}

/// Inserts a new session, begun on the device with this hash.
pub async fn insert(
    tx: &mut PgConnection,
    session: &Session,
    client: &Client,
    device: &[u8; 32],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO sessions (session_id, user_id, organisation_id, user_agent, created_at, last_used_at,
             expires_at, refresh_hash, address, password_change_due, device_hash)
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10)",
        session.id.get(),
        session.user.get(),
        session.organisation.map(OrganisationId::get),
        client.user_agent,
        session.last_used_at,
        session.expires_at,
        session.refresh_hash.as_slice(),
        client.address,
        session.password_change_due,
        device.as_slice(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Stores when a session was last used.
pub async fn note_use(tx: &mut PgConnection, session: &Session) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE sessions SET last_used_at = $3 WHERE session_id = $1 AND user_id = $2",
        session.id.get(),
        session.user.get(),
        session.last_used_at,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}

/// Reads and locks a session, so that two tabs that refresh at once take turns.
pub async fn lock(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<Option<Session>, StoreError> {
    let row = sqlx::query!(
        "SELECT organisation_id, last_used_at, expires_at, password_change_due, ended_at, refresh_hash,
             previous_hash, rotated_at, successor_box
         FROM sessions WHERE session_id = $1 AND user_id = $2 FOR UPDATE",
        session.get(),
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(|row| {
        let rotation = match (row.previous_hash, row.rotated_at, row.successor_box) {
            (Some(previous), Some(at), Some(successor_box)) => Some(Rotation {
                previous_hash: hash(&previous, "previous_hash", user)?,
                at,
                successor_box,
            }),
            _ => None,
        };
        Ok(Session {
            id: session,
            user,
            organisation: row.organisation_id.map(OrganisationId::new),
            last_used_at: row.last_used_at,
            expires_at: row.expires_at,
            password_change_due: row.password_change_due,
            ended_at: row.ended_at,
            refresh_hash: hash(&row.refresh_hash, "refresh_hash", user)?,
            rotation,
        })
    })
    .transpose()
}

fn hash(bytes: &[u8], column: &'static str, user: UserId) -> Result<[u8; 32], StoreError> {
    known("sessions", column, user.get(), bytes.try_into().ok())
}

/// Stores a session's new refresh token and the rotation that led to it.
pub async fn rotate(
    tx: &mut PgConnection,
    session: &Session,
    refresh_hash: &[u8; 32],
    rotation: &Rotation,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE sessions SET refresh_hash = $3, previous_hash = $4, rotated_at = $5, successor_box = $6
         WHERE session_id = $1 AND user_id = $2",
        session.id.get(),
        session.user.get(),
        refresh_hash.as_slice(),
        rotation.previous_hash.as_slice(),
        rotation.at,
        rotation.successor_box,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}

/// Ends a session; returns `false` where it had already ended.
pub async fn end(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE sessions SET ended_at = $3 WHERE session_id = $1 AND user_id = $2 AND ended_at IS NULL",
        session.get(),
        user.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends all sessions of an account and returns those that it ended.
pub async fn end_all(
    tx: &mut PgConnection,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<Vec<SessionId>, StoreError> {
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL RETURNING session_id",
        user.get(),
        at,
    )
    .fetch_all(tx)
    .await?;
    Ok(ended.into_iter().map(SessionId::new).collect())
}

/// Switches a session to `organisation`.
pub async fn act_in(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
    organisation: OrganisationId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE sessions SET organisation_id = $3, switched_at = $4 WHERE session_id = $1 AND user_id = $2",
        session.get(),
        user.get(),
        organisation.get(),
        at,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}

/// Ends the sessions of an account whose tokens may name `organisation`: those that act in it, and those that switched away after
/// `switched_after`. Returns those that it ended.
pub async fn end_in(
    tx: &mut PgConnection,
    user: UserId,
    organisation: OrganisationId,
    switched_after: DateTime<Utc>,
    at: DateTime<Utc>,
) -> Result<Vec<SessionId>, StoreError> {
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET ended_at = $4
         WHERE user_id = $1 AND ended_at IS NULL AND (organisation_id = $2 OR switched_at > $3)
         RETURNING session_id",
        user.get(),
        organisation.get(),
        switched_after,
        at,
    )
    .fetch_all(tx)
    .await?;
    Ok(ended.into_iter().map(SessionId::new).collect())
}

/// Returns whether a session, of a person or of an API key, has neither ended nor expired.
pub async fn is_live(
    tx: &mut PgConnection,
    user: UserId,
    session: SessionId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let live = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM sessions
               WHERE session_id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > $3
           ) OR EXISTS (
               SELECT FROM api_key_sessions WHERE session_id = $1 AND user_id = $2 AND ended_at IS NULL
           ) AS "live!""#,
        session.get(),
        user.get(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(live)
}

/// Sessions of all accounts and keys that ended after `since`, the newest first; for the worker.
pub async fn ended_since(
    tx: &mut PgConnection,
    since: DateTime<Utc>,
) -> Result<Vec<(SessionId, DateTime<Utc>)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT session_id AS "session_id!", ended_at AS "ended_at!" FROM sessions WHERE ended_at > $1
           UNION ALL SELECT session_id, ended_at FROM api_key_sessions WHERE ended_at > $1
           ORDER BY 2 DESC, 1"#,
        since,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (SessionId::new(row.session_id), row.ended_at))
        .collect())
}

/// Deletes sessions that expired before `before`; for the worker.
pub async fn delete_expired(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM sessions WHERE expires_at < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}
