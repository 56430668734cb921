//! The queue of deliveries.

use std::time::Duration;

use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{DeliveryId, Due, Ending, Fact, NewDelivery, Setting, Template};

/// Adds a delivery; `false` when the same mail was asked for before.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn insert(tx: &mut PgConnection, new: &NewDelivery) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO deliveries (delivery_id, dedupe_key, template, user_id, sealed, message_id, not_after, traceparent, \
             organisation_id, subject, subject_id, setting) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (dedupe_key) DO NOTHING",
        new.id.get(),
        new.dedupe_key,
        new.template.as_str(),
        new.user.map(UserId::get),
        new.sealed,
        new.message_id,
        new.not_after,
        new.traceparent,
        new.about.map(|about| about.organisation.get()),
        new.about.map(|about| about.subject.as_str()),
        new.about.map(|about| about.subject_id),
        new.setting.map(Setting::as_str),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes the lease of at most `at_most` due deliveries, the longest waiting first. Rows that another process is claiming at
/// this moment are skipped, and a lease that ran out is anybody's. What [`expire`] would end is never claimed, however much of
/// it there is: a mail that has become pointless is not sent late. Mails that wait to go with others are left alone.
///
/// # Errors
/// [`StoreError`].
pub async fn claim(
    tx: &mut PgConnection,
    at_most: i64,
    lease: Duration,
    attempts: u32,
) -> Result<Vec<Due>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH due AS (
               SELECT delivery_id FROM deliveries
               WHERE state IN ('queued', 'sending') AND coalesce(lease_until, next_attempt_at) <= now()
                 AND not_after > now() AND attempts < $3
                 AND NOT EXISTS (SELECT FROM held_mails h WHERE h.delivery_id = deliveries.delivery_id AND h.bundle_id IS NULL)
               ORDER BY coalesce(lease_until, next_attempt_at)
               LIMIT $1 FOR UPDATE SKIP LOCKED)
           UPDATE deliveries d
           SET state = 'sending', lease_token = gen_random_uuid(), lease_until = now() + make_interval(secs => $2),
               attempts = attempts + 1
           FROM due WHERE d.delivery_id = due.delivery_id
           RETURNING d.delivery_id, template, user_id, organisation_id, setting, sealed, message_id, attempts, lease_token, created_at, not_after,
               traceparent"#,
        at_most,
        lease.as_secs_f64(),
        attempts.cast_signed(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let odd = |column| StoreError::inconsistent("deliveries", column, row.delivery_id);
            Ok(Due {
                id: DeliveryId::new(row.delivery_id),
                lease: row.lease_token.ok_or_else(|| odd("lease_token"))?,
                template: Template::parse(&row.template).ok_or_else(|| odd("template"))?,
                user: row.user_id.map(UserId::new),
                organisation: row.organisation_id.map(OrganisationId::new),
                setting: row
                    .setting
                    .map(|text| Setting::parse(&text).ok_or_else(|| odd("setting")))
                    .transpose()?,
                sealed: row.sealed.ok_or_else(|| odd("sealed"))?,
                message_id: row.message_id,
                attempt: u32::try_from(row.attempts).map_err(|_| odd("attempts"))?,
                created_at: row.created_at,
                not_after: row.not_after,
                traceparent: row.traceparent,
            })
        })
        .collect()
}

/// Ends deliveries that are due but pointless by now, or tried often enough. Says which, with their templates' names.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn expire(
    tx: &mut PgConnection,
    attempts: u32,
) -> Result<Vec<(DeliveryId, String)>, StoreError> {
    let rows = sqlx::query!(
        "WITH due AS (
             SELECT delivery_id FROM deliveries
             WHERE state IN ('queued', 'sending') AND coalesce(lease_until, next_attempt_at) <= now()
               AND (not_after <= now() OR attempts >= $1)
               AND NOT EXISTS (SELECT FROM held_mails h WHERE h.delivery_id = deliveries.delivery_id AND h.bundle_id IS NULL)
             ORDER BY coalesce(lease_until, next_attempt_at)
             LIMIT 100 FOR UPDATE SKIP LOCKED)
         UPDATE deliveries d
         SET state = 'expired', finished_at = now(), sealed = NULL, lease_token = NULL, lease_until = NULL
         FROM due WHERE d.delivery_id = due.delivery_id
         RETURNING d.delivery_id, template",
        attempts.cast_signed(),
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (DeliveryId::new(row.delivery_id), row.template))
        .collect())
}

/// The number of open deliveries, and for how long the most overdue one has been due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queue {
    /// Waiting for their time.
    pub queued: u64,
    /// Claimed by a process.
    pub sending: u64,
    /// Zero when none is due.
    pub overdue: Duration,
}

/// Looks at the queue.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn queue(tx: &mut PgConnection) -> Result<Queue, StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE state = 'queued') AS "queued!",
             count(*) FILTER (WHERE state = 'sending') AS "sending!",
             greatest(0, coalesce(extract(epoch FROM now() - min(coalesce(lease_until, next_attempt_at))), 0))::float8
               AS "overdue!"
           FROM deliveries WHERE state IN ('queued', 'sending')"#,
    )
    .fetch_one(tx)
    .await?;
    Ok(Queue {
        queued: row.queued.unsigned_abs(),
        sending: row.sending.unsigned_abs(),
        overdue: Duration::try_from_secs_f64(row.overdue).unwrap_or_default(),
    })
}

/// Gives the lease back for another attempt after `delay`, or at the moment the mail becomes pointless if that is sooner.
/// `false` when the lease is another's by now.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn requeue(
    tx: &mut PgConnection,
    id: DeliveryId,
    lease: Uuid,
    delay: Duration,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE deliveries SET state = 'queued', lease_token = NULL, lease_until = NULL, \
         next_attempt_at = least(now() + make_interval(secs => $3), not_after) \
         WHERE delivery_id = $1 AND lease_token = $2",
        id.get(),
        lease,
        delay.as_secs_f64(),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends a delivery and wipes what it said. `false` when the lease is another's by now.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn end(
    tx: &mut PgConnection,
    id: DeliveryId,
    lease: Uuid,
    ending: Ending,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE deliveries SET state = $3, finished_at = now(), sealed = NULL, lease_token = NULL, lease_until = NULL, \
             sent_at = CASE WHEN $3 = 'sent' THEN now() END \
         WHERE delivery_id = $1 AND lease_token = $2",
        id.get(),
        lease,
        ending.state(),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Drops mails that wait to be sent to a member for an organisation. What the same account is owed as a tenant or an applicant goes on.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn drop_member(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<(), StoreError> {
    let to_members: Vec<_> = Fact::ALL
        .iter()
        .filter(|fact| fact.row().audience.is_of_members())
        .map(|fact| fact.as_str().to_owned())
        .collect();
    sqlx::query!(
        "DELETE FROM deliveries WHERE user_id = $1 AND organisation_id = $2 AND state = 'queued' AND template = ANY($3)",
        user.get(),
        organisation.get(),
        &to_members,
    )
    .execute(tx)
    .await?;
    Ok(())
}
