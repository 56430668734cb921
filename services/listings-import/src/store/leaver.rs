//! People who left an organisation, and what is left there of theirs.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::{PgConnection, PgPool};

/// A membership that ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaver {
    /// Which; somebody who comes back gets a new one.
    pub membership: i64,
    /// The organisation.
    pub organisation: OrganisationId,
    /// The account.
    pub user: UserId,
    /// When it ended.
    pub gone_at: DateTime<Utc>,
}

/// Notes that a membership ended; that it was noted before is no news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.leaver.note", skip_all)]
pub async fn note(tx: &mut PgConnection, leaver: Leaver) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO li_gone_members (membership_id, organisation_id, user_id, gone_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING",
        leaver.membership,
        leaver.organisation.get(),
        leaver.user.get(),
        leaver.gone_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes away the notes of earlier memberships of somebody who is a member again. Returns whether there were some.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.leaver.take_back", skip_all)]
pub async fn take_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    membership: i64,
) -> Result<bool, StoreError> {
    let taken = sqlx::query!(
        "DELETE FROM li_gone_members WHERE organisation_id = $1 AND user_id = $2 AND membership_id < $3",
        organisation.get(),
        user.get(),
        membership,
    )
    .execute(tx)
    .await?;
    Ok(taken.rows_affected() > 0)
}

/// Memberships that ended and of which something may be left.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.leaver.unerased", skip_all)]
pub async fn unerased(worker: &PgPool) -> Result<Vec<Leaver>, StoreError> {
    let rows = sqlx::query!(
        "SELECT membership_id, organisation_id, user_id, gone_at FROM li_gone_members
         WHERE erased_at IS NULL ORDER BY gone_at LIMIT 100",
    )
    .fetch_all(worker)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Leaver {
            membership: row.membership_id,
            organisation: row.organisation_id.into(),
            user: row.user_id.into(),
            gone_at: row.gone_at,
        })
        .collect())
}

/// Deletes what somebody watched, searched and analysed in an organisation before `until`. Returns how many rows.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.leaver.erase", skip_all)]
pub async fn erase(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    until: DateTime<Utc>,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"WITH watched AS (
               DELETE FROM watchlist WHERE organisation_id = $1 AND user_id = $2 AND created_at < $3 RETURNING 1),
           searched AS (
               DELETE FROM saved_searches WHERE organisation_id = $1 AND user_id = $2 AND created_at < $3 RETURNING 1),
           analysed AS (
               DELETE FROM analyses WHERE organisation_id = $1 AND user_id = $2 AND created_at < $3 RETURNING 1)
           SELECT (SELECT count(*) FROM watched) + (SELECT count(*) FROM searched) + (SELECT count(*) FROM analysed)
               AS "erased!""#,
        organisation.get(),
        user.get(),
        until,
    )
    .fetch_one(tx)
    .await?)
}

/// Notes that nothing is left that a token of the membership could still add to.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.leaver.erased", skip_all)]
pub async fn erased(worker: &PgPool, membership: i64, at: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE li_gone_members SET erased_at = $2 WHERE membership_id = $1 AND erased_at IS NULL",
        membership,
        at,
    )
    .execute(worker)
    .await?;
    Ok(())
}

/// Forgets memberships that ended before `before`, and the versions of what these people were told by events of the type `told`, where the
/// outbox has none of it.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.leaver.forget", skip_all)]
pub async fn forget(worker: &PgPool, before: DateTime<Utc>, told: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH over AS (
             DELETE FROM li_gone_members WHERE gone_at <= $1 AND erased_at IS NOT NULL RETURNING organisation_id, user_id)
         DELETE FROM watch_facts f USING over
         WHERE f.organisation_id = over.organisation_id AND f.user_id = over.user_id
             AND NOT EXISTS (SELECT FROM outbox o
                 WHERE o.event_type = $2 AND o.aggregate_id = concat_ws('-', f.organisation_id, f.user_id, f.listing_id))",
        before,
        told,
    )
    .execute(worker)
    .await?;
    Ok(())
}
