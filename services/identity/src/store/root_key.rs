//! The root key, wrapped; only the worker role may see it.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::one_row;

/// The advisory lock under which the root key is made and wrapped; `signing_keys` has another one.
const ROOT_KEY_LOCK: i64 = 0x6C69_6E74_656C_0002;

/// The root key as it is stored.
#[derive(Debug)]
pub struct Wrapped {
    pub master_key_id: String,
    pub wrapped: Vec<u8>,
}

/// Makes replicas and commands take turns until the transaction ends.
pub async fn take_turn(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", ROOT_KEY_LOCK)
        .execute(tx)
        .await?;
    Ok(())
}

/// The root key, if there is one.
pub async fn find(tx: &mut PgConnection) -> Result<Option<Wrapped>, StoreError> {
    let row = sqlx::query_as!(Wrapped, "SELECT master_key_id, wrapped FROM root_keys")
        .fetch_optional(tx)
        .await?;
    Ok(row)
}

/// Returns whether data were sealed before there were root keys: a signing key is made at the first start.
pub async fn is_older_than_root_keys(tx: &mut PgConnection) -> Result<bool, StoreError> {
    let any = sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM signing_keys) AS "any!""#)
        .fetch_one(tx)
        .await?;
    Ok(any)
}

/// Inserts the root key.
pub async fn insert(
    tx: &mut PgConnection,
    key: &Wrapped,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO root_keys (master_key_id, wrapped, created_at, wrapped_at) VALUES ($1, $2, $3, $3)",
        key.master_key_id,
        key.wrapped,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Stores the root key in another wrapping.
pub async fn update(
    tx: &mut PgConnection,
    key: &Wrapped,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE root_keys SET master_key_id = $1, wrapped = $2, wrapped_at = $3",
        key.master_key_id,
        key.wrapped,
        at,
    )
    .execute(tx)
    .await?;
    one_row(&done)
}
