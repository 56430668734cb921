//! The queue of pushes: one for each browser and piece of news. What is over is deleted.

use std::time::Duration;

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;
use uuid::Uuid;

/// A message to one account's browsers.
#[derive(Debug, Clone, Copy)]
pub struct NewPush<'a> {
    /// The account.
    pub user: UserId,
    /// One push for a browser and a key.
    pub key: &'a str,
    /// For which organisation it is told.
    pub organisation: Option<OrganisationId>,
    /// The event that it is about.
    pub fact: &'a str,
    /// Title and path, sealed to this service.
    pub sealed: &'a [u8],
    /// When it becomes pointless.
    pub not_after: DateTime<Utc>,
}

/// Adds a push for each browser of the account; none twice.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn insert(tx: &mut PgConnection, new: NewPush<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO pushes (push_subscription_id, user_id, dedupe_key, fact, sealed, not_after, organisation_id)
         SELECT push_subscription_id, user_id, $2, $3, $4, $5, $6 FROM push_subscriptions
         WHERE user_id = $1 AND session_id IS NOT NULL
         ON CONFLICT (push_subscription_id, dedupe_key) DO NOTHING",
        new.user.get(),
        new.key,
        new.fact,
        new.sealed,
        new.not_after,
        new.organisation.map(OrganisationId::get),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Drops what waits to be told to a member's browsers for an organisation.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn drop_member(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM pushes WHERE user_id = $1 AND organisation_id = $2",
        user.get(),
        organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A push that this process has leased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuePush {
    /// The push.
    pub id: i64,
    /// The lease, which settling it requires.
    pub lease: Uuid,
    /// The subscription of the browser.
    pub subscription: i64,
    /// Where it goes and its keys, sealed to this service.
    pub subscription_sealed: Vec<u8>,
    /// The endpoint's digest, to which those are bound.
    pub endpoint_digest: Vec<u8>,
    /// The account.
    pub user: UserId,
    /// One push for a browser and a key.
    pub key: String,
    /// The event that it is about.
    pub fact: String,
    /// Title and path, sealed to this service.
    pub sealed: Vec<u8>,
    /// Which attempt this is; the first is 1.
    pub attempt: u32,
    /// When it becomes pointless.
    pub not_after: DateTime<Utc>,
    /// The contact of its account, sealed to this service; `None` where it is not to be told any more.
    pub contact: Option<Vec<u8>>,
}

/// Takes the lease of at most `at_most` due pushes, the longest waiting first. Rows that another process is claiming are skipped,
/// and a lease that ran out is anybody's.
///
/// # Errors
/// [`StoreError`].
pub async fn claim(
    tx: &mut PgConnection,
    at_most: i64,
    lease: Duration,
) -> Result<Vec<DuePush>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH due AS (
               SELECT push_id FROM pushes
               WHERE coalesce(lease_until, next_attempt_at) <= now() AND not_after > now()
               ORDER BY coalesce(lease_until, next_attempt_at)
               LIMIT $1 FOR UPDATE SKIP LOCKED),
           taken AS (
               UPDATE pushes p
               SET lease_token = gen_random_uuid(), lease_until = now() + make_interval(secs => $2), attempts = attempts + 1
               FROM due WHERE p.push_id = due.push_id
               RETURNING p.push_id, p.push_subscription_id, p.user_id, p.dedupe_key, p.fact, p.sealed, p.attempts, p.lease_token,
                   p.not_after)
           SELECT t.push_id, t.push_subscription_id, t.user_id, t.dedupe_key, t.fact, t.sealed, t.attempts, t.not_after,
               t.lease_token AS "lease_token!", s.sealed AS subscription_sealed, s.endpoint_digest, c.contact AS "contact?"
           FROM taken t JOIN push_subscriptions s USING (push_subscription_id) LEFT JOIN contacts c ON c.user_id = t.user_id"#,
        at_most,
        lease.as_secs_f64(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let odd = |column| StoreError::inconsistent("pushes", column, row.push_id);
            Ok(DuePush {
                id: row.push_id,
                lease: row.lease_token,
                subscription: row.push_subscription_id,
                subscription_sealed: row.subscription_sealed,
                endpoint_digest: row.endpoint_digest,
                user: UserId::new(row.user_id),
                key: row.dedupe_key,
                fact: row.fact,
                sealed: row.sealed,
                attempt: u32::try_from(row.attempts).map_err(|_| odd("attempts"))?,
                not_after: row.not_after,
                contact: row.contact,
            })
        })
        .collect()
}

/// Gives the lease back for another attempt after `delay`. `false` when the lease is another's by now.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn requeue(
    tx: &mut PgConnection,
    due: &DuePush,
    delay: Duration,
    counted: bool,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE pushes SET lease_token = NULL, lease_until = NULL, attempts = attempts - CASE WHEN $4 THEN 0 ELSE 1 END,
             next_attempt_at = least(now() + make_interval(secs => $3), not_after)
         WHERE push_id = $1 AND lease_token = $2",
        due.id,
        due.lease,
        delay.as_secs_f64(),
        counted,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends a push. `false` when the lease is another's by now.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn end(tx: &mut PgConnection, due: &DuePush) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM pushes WHERE push_id = $1 AND lease_token = $2",
        due.id,
        due.lease,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes pushes that have become pointless. Says how many.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn delete_pointless(tx: &mut PgConnection) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM pushes WHERE not_after <= now() AND (lease_until IS NULL OR lease_until <= now())"
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected())
}

/// Returns the number of waiting pushes, and for how long the most overdue one has been due.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn waiting(tx: &mut PgConnection) -> Result<(u64, Duration), StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "waiting!",
             greatest(0, coalesce(extract(epoch FROM now() - min(coalesce(lease_until, next_attempt_at))), 0))::float8
               AS "overdue!"
           FROM pushes"#,
    )
    .fetch_one(tx)
    .await?;
    let overdue = Duration::try_from_secs_f64(row.overdue).unwrap_or_default();
    Ok((row.waiting.unsigned_abs(), overdue))
}
