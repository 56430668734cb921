//! News in Lintel itself, and the versions of what each account sees of it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PageRequest, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::{Fact, NotificationId};

/// News to be kept.
#[derive(Debug, Clone, Copy)]
pub struct NewNews<'a> {
    /// To whom.
    pub user: UserId,
    /// For which organisation it is told.
    pub organisation: Option<OrganisationId>,
    /// The key of its source; the same key a second time is the same news.
    pub key: &'a str,
    /// The event that it is about.
    pub fact: Fact,
    /// Its contents, sealed.
    pub sealed: &'a [u8],
}

/// News as it is stored.
#[derive(Debug)]
pub struct NewsRow {
    /// Its id.
    pub id: NotificationId,
    /// Its kind, as [`crate::domain::NotificationKind`] spells it.
    pub kind: String,
    /// The key that it was told under, which it is sealed with.
    pub key: String,
    /// Its contents, sealed.
    pub sealed: Vec<u8>,
    /// When it was raised.
    pub created_at: DateTime<Utc>,
    /// When it was read.
    pub read_at: Option<DateTime<Utc>>,
}

/// Keeps news; `false` where it was told before.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.insert", skip_all)]
pub async fn insert(tx: &mut PgConnection, new: NewNews<'_>) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO news (user_id, organisation_id, dedupe_key, kind, fact, sealed)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, dedupe_key) DO NOTHING",
        new.user.get(),
        new.organisation.map(OrganisationId::get),
        new.key,
        new.fact.row().kind.as_str(),
        new.fact.as_str(),
        new.sealed,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Notes that what the account sees has changed, and says the version of it.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.bump", skip_all)]
pub async fn bump(tx: &mut PgConnection, user: UserId) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        "INSERT INTO inboxes (user_id) VALUES ($1)
         ON CONFLICT (user_id) DO UPDATE SET version = inboxes.version + 1 RETURNING version",
        user.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// News of the account, the newest first, as many as `page` asks for and one more.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    user: UserId,
    page: &PageRequest,
) -> Result<Vec<NewsRow>, StoreError> {
    let before = page.after.as_ref().map_or(i64::MAX, |token| token.id);
    let rows = sqlx::query!(
        "SELECT news_id, kind, dedupe_key, sealed, created_at, read_at FROM news
         WHERE user_id = $1 AND news_id < $2 ORDER BY news_id DESC LIMIT $3",
        user.get(),
        before,
        i64::from(page.size) + 1,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| NewsRow {
        id: NotificationId::new(row.news_id),
        kind: row.kind,
        key: row.dedupe_key,
        sealed: row.sealed,
        created_at: row.created_at,
        read_at: row.read_at,
    });
    Ok(rows.collect())
}

/// Counts the unread ones.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.unread", skip_all)]
pub async fn unread(tx: &mut PgConnection, user: UserId) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM news WHERE user_id = $1 AND read_at IS NULL"#,
        user.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Notes that one was read. `None` where there is none; otherwise whether it was unread before.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.mark_read", skip_all)]
pub async fn mark_read(
    tx: &mut PgConnection,
    user: UserId,
    id: NotificationId,
    now: DateTime<Utc>,
) -> Result<Option<bool>, StoreError> {
    let read = sqlx::query!(
        "UPDATE news SET read_at = $3 WHERE user_id = $1 AND news_id = $2 AND read_at IS NULL",
        user.get(),
        id.get(),
        now,
    )
    .execute(&mut *tx)
    .await?;
    if read.rows_affected() == 1 {
        return Ok(Some(true));
    }
    let known = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM news WHERE user_id = $1 AND news_id = $2) AS "known!""#,
        user.get(),
        id.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(known.then_some(false))
}

/// Notes that all were read. Says how many were not.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.mark_all_read", skip_all)]
pub async fn mark_all_read(
    tx: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let read = sqlx::query!(
        "UPDATE news SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL",
        user.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(read.rows_affected())
}

/// Deletes at most `at_most` that were raised longer than `kept` ago. Says how many.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.delete_old", skip_all)]
pub async fn delete_old(
    tx: &mut PgConnection,
    kept: Duration,
    at_most: i64,
) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM news WHERE news_id IN (SELECT news_id FROM news
             WHERE created_at < now() - make_interval(secs => $1) LIMIT $2)",
        kept.as_secs_f64(),
        at_most,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected())
}

/// Deletes everything that was told to the account, and what waits for its digest.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.erase_user", skip_all)]
pub async fn erase_user(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH items AS (DELETE FROM digest_items WHERE user_id = $1),
              due AS (DELETE FROM digests WHERE user_id = $1),
              versions AS (DELETE FROM inboxes WHERE user_id = $1)
         DELETE FROM news WHERE user_id = $1",
        user.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes everything that was told for the organisation; with `user` only what was told to that member.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.news.erase_organisation", skip_all)]
pub async fn erase_organisation(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: Option<UserId>,
) -> Result<Vec<UserId>, StoreError> {
    let readers = sqlx::query_scalar!(
        r#"WITH items AS (
               DELETE FROM digest_items WHERE organisation_id = $1 AND user_id = coalesce($2, user_id)),
           gone AS (
               DELETE FROM news WHERE organisation_id = $1 AND user_id = coalesce($2, user_id) RETURNING user_id)
           SELECT DISTINCT user_id AS "user_id!" FROM gone ORDER BY 1"#,
        organisation.get(),
        user.map(UserId::get),
    )
    .fetch_all(tx)
    .await?;
    Ok(readers.into_iter().map(UserId::new).collect())
}
