//! API keys, and the sessions that their tokens name.

use chrono::{DateTime, Utc};
use lintel_core::{Grade, OrganisationId, SessionId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::known;
use crate::domain::api_key::{NewApiKey, Secret};

/// A key as the row has it.
#[derive(Debug)]
pub struct ApiKey {
    pub id: i64,
    pub name: String,
    pub prefix: String,
    pub scopes: Vec<String>,
    pub created_by: UserId,
    /// `None` where the maker is no longer a member.
    pub creator: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The organisation of a key.
pub async fn organisation_of(
    tx: &mut PgConnection,
    key_hash: &[u8; 32],
) -> Result<Option<OrganisationId>, StoreError> {
    let id = sqlx::query_scalar!("SELECT organisation_by_api_key($1)", key_hash.as_slice())
        .fetch_one(tx)
        .await?;
    Ok(id.map(OrganisationId::new))
}

/// The keys of an organisation, the newest first; with a hash, only the key with that hash.
pub async fn read(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    key_hash: Option<&[u8; 32]>,
) -> Result<Vec<ApiKey>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT k.api_key_id, k.name, k.prefix, k.scopes, k.created_by, k.created_at, k.expires_at, k.last_used_at,
               m.name AS "creator?"
           FROM api_keys k LEFT JOIN organisation_members($1) m ON m.user_id = k.created_by
           WHERE k.organisation_id = $1 AND ($2::bytea IS NULL OR k.key_hash = $2)
           ORDER BY k.created_at DESC, k.api_key_id DESC"#,
        organisation.get(),
        key_hash.map(<[u8; 32]>::as_slice),
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ApiKey {
            id: row.api_key_id,
            name: row.name,
            prefix: row.prefix,
            scopes: row.scopes,
            created_by: row.created_by.into(),
            creator: row.creator,
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
        })
        .collect())
}

/// Inserts a new key and returns its id.
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    maker: UserId,
    key: &NewApiKey,
    secret: &Secret,
    created_at: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let hash = secret.hash();
    let id = sqlx::query_scalar!(
        "INSERT INTO api_keys (organisation_id, created_by, name, prefix, key_hash, scopes, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING api_key_id",
        organisation.get(),
        maker.get(),
        key.name.as_str(),
        secret.prefix(),
        hash.as_slice(),
        &key.scopes,
        created_at,
        key.expires_at,
    )
    .fetch_one(tx)
    .await?;
    Ok(id)
}

/// Deletes a key; returns `false` where it does not exist.
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    id: i64,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM api_keys WHERE organisation_id = $1 AND api_key_id = $2",
        organisation.get(),
        id,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes the keys of a member.
pub async fn delete_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    maker: UserId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM api_keys WHERE organisation_id = $1 AND created_by = $2",
        organisation.get(),
        maker.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Locks a key, so that use and revocation take turns; returns `false` where it no longer exists.
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    id: i64,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT api_key_id FROM api_keys WHERE organisation_id = $1 AND api_key_id = $2 FOR UPDATE",
        organisation.get(),
        id,
    )
    .fetch_optional(tx)
    .await?;
    Ok(found.is_some())
}

/// The grade of a member, which cannot change until the transaction ends.
pub async fn hold_grade(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<Option<Grade>, StoreError> {
    let grade = sqlx::query_scalar!(
        "SELECT grade FROM memberships WHERE organisation_id = $1 AND user_id = $2 FOR SHARE",
        organisation.get(),
        user.get(),
    )
    .fetch_optional(tx)
    .await?;
    grade
        .map(|grade| known("memberships", "grade", user.get(), Grade::parse(&grade)))
        .transpose()
}

/// Notes that a key was used.
pub async fn note_use(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    id: i64,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE api_keys SET last_used_at = $3 WHERE organisation_id = $1 AND api_key_id = $2",
        organisation.get(),
        id,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The session that a key's tokens name; begins one if needed. The key must be locked.
pub async fn session_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    key: &ApiKey,
    at: DateTime<Utc>,
) -> Result<SessionId, StoreError> {
    let live = sqlx::query_scalar!(
        "SELECT session_id FROM api_key_sessions
         WHERE organisation_id = $1 AND api_key_id = $2 AND ended_at IS NULL",
        organisation.get(),
        key.id,
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(live) = live {
        return Ok(SessionId::new(live));
    }
    let session = SessionId::generate();
    sqlx::query!(
        "INSERT INTO api_key_sessions (session_id, api_key_id, organisation_id, user_id, created_at)
         VALUES ($1, $2, $3, $4, $5)",
        session.get(),
        key.id,
        organisation.get(),
        key.created_by.get(),
        at,
    )
    .execute(tx)
    .await?;
    Ok(session)
}

/// The keys whose sessions end.
#[derive(Debug, Clone, Copy)]
pub enum Ending {
    /// One key.
    Key(i64),
    /// All keys of a member.
    Maker(UserId),
}

/// Ends sessions of keys; returns those that had not ended, with their accounts.
pub async fn end_sessions(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ending: Ending,
    at: DateTime<Utc>,
) -> Result<Vec<(SessionId, UserId)>, StoreError> {
    let (key, maker) = match ending {
        Ending::Key(id) => (Some(id), None),
        Ending::Maker(user) => (None, Some(user.get())),
    };
    let rows = sqlx::query!(
        "UPDATE api_key_sessions SET ended_at = $4
         WHERE organisation_id = $1 AND ended_at IS NULL
             AND ($2::bigint IS NULL OR api_key_id = $2) AND ($3::bigint IS NULL OR user_id = $3)
         RETURNING session_id, user_id",
        organisation.get(),
        key,
        maker,
        at,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (SessionId::new(row.session_id), row.user_id.into()))
        .collect())
}

/// Deletes sessions of keys that ended before `before`; for the worker.
pub async fn delete_ended(tx: &mut PgConnection, before: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM api_key_sessions WHERE ended_at < $1", before)
        .execute(tx)
        .await?;
    Ok(())
}
