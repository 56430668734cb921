//! Signing keys. Only the worker role may read them.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The advisory lock under which keys are made. The number only has to differ from others used in this database.
const KEY_LOCK: i64 = 0x6C69_6E74_656C_0001;

/// A key as it is stored.
#[derive(Debug)]
pub struct StoredKey {
    pub key_id: String,
    pub sealed_secret: Vec<u8>,
    pub public_key: Vec<u8>,
    pub signs_from: DateTime<Utc>,
}

/// Makes replicas and commands that make keys take turns until the transaction ends.
pub async fn take_turn(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", KEY_LOCK)
        .execute(tx)
        .await?;
    Ok(())
}

/// The keys that are not retired at `now`, the newest first.
pub async fn list(tx: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<StoredKey>, StoreError> {
    let rows = sqlx::query_as!(
        StoredKey,
        r#"SELECT key_id, sealed_secret, public_key, coalesce(signs_from, created_at) AS "signs_from!"
           FROM signing_keys WHERE retired_at IS NULL OR retired_at > $1
           ORDER BY coalesce(signs_from, created_at) DESC, key_id DESC"#,
        now,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows)
}

/// Inserts a new key.
pub async fn insert(
    tx: &mut PgConnection,
    key: &StoredKey,
    created_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO signing_keys (key_id, sealed_secret, public_key, created_at, signs_from) VALUES ($1, $2, $3, $4, $5)",
        key.key_id,
        key.sealed_secret,
        key.public_key,
        created_at,
        key.signs_from,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Retires every other key at `at`, unless it has a time of retirement already.
pub async fn retire_others(
    tx: &mut PgConnection,
    key_id: &str,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE signing_keys SET retired_at = $2 WHERE key_id <> $1 AND retired_at IS NULL",
        key_id,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes keys that were retired before `before`; for the worker.
pub async fn delete_retired(
    tx: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query!("DELETE FROM signing_keys WHERE retired_at < $1", before)
        .execute(tx)
        .await?;
    Ok(done.rows_affected())
}
