//! The news that waits for digests, and the times at which digests are due.

use std::time::Duration;

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::Fact;

/// One thing that waits for a digest.
#[derive(Debug)]
pub struct ItemRow {
    /// Its id.
    pub id: i64,
    /// The event that it is about.
    pub fact: Fact,
    /// The key that it was told under, which it is sealed with.
    pub key: String,
    /// Its contents, sealed.
    pub sealed: Vec<u8>,
}

/// A digest that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueDigest {
    /// The account.
    pub user: UserId,
    /// When it was due.
    pub due_at: DateTime<Utc>,
}

/// Adds one thing; `false` where it waits already.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.digest.add", skip_all)]
pub async fn add(
    tx: &mut PgConnection,
    user: UserId,
    organisation: Option<OrganisationId>,
    fact: Fact,
    key: &str,
    sealed: &[u8],
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO digest_items (user_id, organisation_id, dedupe_key, fact, sealed)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, dedupe_key) DO NOTHING",
        user.get(),
        organisation.map(OrganisationId::get),
        key,
        fact.as_str(),
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Notes that a digest of `user` is due at `due_at`. `false` where that one is over, however short a time ago.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.digest.plan", skip_all)]
pub async fn plan(
    tx: &mut PgConnection,
    user: UserId,
    due_at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    // The update changes nothing; it waits for whoever sends this digest at this moment.
    let open = sqlx::query_scalar!(
        r#"INSERT INTO digests (user_id, due_at) VALUES ($1, $2)
           ON CONFLICT (user_id, due_at) DO UPDATE SET due_at = excluded.due_at RETURNING ended_at IS NULL AS "open!""#,
        user.get(),
        due_at,
    )
    .fetch_one(tx)
    .await?;
    Ok(open)
}

/// At most `at_most` digests that are due at `now`, locked until the transaction ends. Those that another process holds are skipped.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.digest.claim", skip_all)]
pub async fn claim(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    at_most: i64,
) -> Result<Vec<DueDigest>, StoreError> {
    let rows = sqlx::query!(
        "SELECT user_id, due_at FROM digests WHERE ended_at IS NULL AND due_at <= $1
         ORDER BY due_at, user_id LIMIT $2 FOR UPDATE SKIP LOCKED",
        now,
        at_most,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| DueDigest {
        user: UserId::new(row.user_id),
        due_at: row.due_at,
    });
    Ok(rows.collect())
}

/// Notes that a digest is over: sent, or joined to the next one.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.digest.end", skip_all)]
pub async fn end(
    tx: &mut PgConnection,
    due: DueDigest,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE digests SET ended_at = $3 WHERE user_id = $1 AND due_at = $2",
        due.user.get(),
        due.due_at,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the news that waits for the account's next digest, the oldest first.
///
/// # Errors
/// [`StoreError`].
#[tracing::instrument(name = "db.digest.waiting", skip_all)]
pub async fn waiting(tx: &mut PgConnection, user: UserId) -> Result<Vec<ItemRow>, StoreError> {
    let rows = sqlx::query!(
        "SELECT digest_item_id, fact, dedupe_key, sealed FROM digest_items WHERE user_id = $1 ORDER BY digest_item_id",
        user.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let fact = Fact::parse(&row.fact);
            let id = row.digest_item_id;
            Ok(ItemRow {
                id,
                fact: fact.ok_or_else(|| StoreError::inconsistent("digest_items", "fact", id))?,
                key: row.dedupe_key,
                sealed: row.sealed,
            })
        })
        .collect()
}

/// Deletes what was told, or is not wanted any more.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.digest.delete", skip_all)]
pub async fn delete(tx: &mut PgConnection, items: &[i64]) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM digest_items WHERE digest_item_id = ANY($1)",
        items,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes what is noted of digests that were over longer than `kept` ago.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.digest.delete_ended", skip_all)]
pub async fn delete_ended(tx: &mut PgConnection, kept: Duration) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM digests WHERE ended_at < now() - make_interval(secs => $1)",
        kept.as_secs_f64(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
