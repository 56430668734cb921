//! Signing keys; only the worker role may see them.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The advisory lock under which the first key is made. Any number will do that nothing else in this database uses.
const FIRST_KEY_LOCK: i64 = 0x6C69_6E74_656C_0001;

/// A key as it is kept.
#[derive(Debug)]
pub struct StoredKey {
    pub key_id: String,
    pub sealed_secret: Vec<u8>,
    pub public_key: Vec<u8>,
}

/// Makes replicas that start at once take turns until the transaction ends.
pub async fn take_turn(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", FIRST_KEY_LOCK)
        .execute(tx)
        .await?;
    Ok(())
}

/// The keys that are not retired, the newest first.
pub async fn list(tx: &mut PgConnection) -> Result<Vec<StoredKey>, StoreError> {
    let rows = sqlx::query_as!(
        StoredKey,
        "SELECT key_id, sealed_secret, public_key FROM signing_keys
         WHERE retired_at IS NULL ORDER BY created_at DESC, key_id DESC",
    )
    .fetch_all(tx)
    .await?;
    Ok(rows)
}

/// Keeps a new key.
pub async fn insert(
    tx: &mut PgConnection,
    key: &StoredKey,
    created_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO signing_keys (key_id, sealed_secret, public_key, created_at) VALUES ($1, $2, $3, $4)",
        key.key_id,
        key.sealed_secret,
        key.public_key,
        created_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
