//! The queue of text messages, and what became of them.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{About, DeliveryState};

/// A text message to send.
#[derive(Debug, Clone, Copy)]
pub struct NewText<'a> {
    /// The message, and the reference that the gateway is told.
    pub id: Uuid,
    /// To whom.
    pub user: UserId,
    /// One message for an account and a key.
    pub key: &'a str,
    /// The event that it is about.
    pub fact: &'a str,
    /// For whom it is sent.
    pub organisation: Option<OrganisationId>,
    /// Its subject.
    pub about: Option<About>,
    /// The number, sealed to this service.
    pub recipient: &'a [u8],
    /// The message in a line, sealed to this service.
    pub title: &'a [u8],
    /// The message, sealed to this service.
    pub sealed: &'a [u8],
    /// When it becomes pointless.
    pub not_after: DateTime<Utc>,
}

/// Adds a message; none twice.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn insert(tx: &mut PgConnection, new: NewText<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO texts (text_id, user_id, dedupe_key, fact, organisation_id, subject, subject_id, recipient_sealed, title_sealed,
             sealed, not_after)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (user_id, dedupe_key) DO NOTHING",
        new.id,
        new.user.get(),
        new.key,
        new.fact,
        new.organisation.map(OrganisationId::get),
        new.about.map(|about| about.subject.as_str()),
        new.about.map(|about| about.subject_id),
        new.recipient,
        new.title,
        new.sealed,
        new.not_after,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A text message that this process has leased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueText {
    /// The message.
    pub id: Uuid,
    /// The lease, which settling it requires.
    pub lease: Uuid,
    /// To whom.
    pub user: UserId,
    /// For whom.
    pub organisation: Option<OrganisationId>,
    /// The event that it is about.
    pub fact: String,
    /// The number, sealed to this service.
    pub recipient: Vec<u8>,
    /// The message, sealed to this service.
    pub sealed: Vec<u8>,
    /// The day whose allowance it uses.
    pub counted_on: Option<NaiveDate>,
    /// Which attempt this is; the first is 1.
    pub attempt: u32,
    /// The contact of its account, sealed to this service; `None` where it is not to be told any more.
    pub contact: Option<Vec<u8>>,
}

/// Takes the lease of at most `at_most` due messages, the longest waiting first.
///
/// # Errors
/// [`StoreError`].
pub async fn claim(
    tx: &mut PgConnection,
    at_most: i64,
    lease: Duration,
) -> Result<Vec<DueText>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH due AS (
               SELECT text_id FROM texts
               WHERE state IN ('queued', 'sending') AND coalesce(lease_until, next_attempt_at) <= now() AND not_after > now()
               ORDER BY coalesce(lease_until, next_attempt_at)
               LIMIT $1 FOR UPDATE SKIP LOCKED),
           taken AS (
               UPDATE texts t
               SET state = 'sending', lease_token = gen_random_uuid(), lease_until = now() + make_interval(secs => $2),
                   attempts = attempts + 1
               FROM due WHERE t.text_id = due.text_id
               RETURNING t.text_id, t.user_id, t.organisation_id, t.fact, t.recipient_sealed, t.sealed, t.counted_on, t.attempts,
                   t.lease_token)
           SELECT t.text_id, t.user_id, t.organisation_id, t.fact, t.recipient_sealed, t.sealed AS "sealed!", t.counted_on,
               t.attempts, t.lease_token AS "lease_token!", c.contact AS "contact?"
           FROM taken t LEFT JOIN contacts c ON c.user_id = t.user_id"#,
        at_most,
        lease.as_secs_f64(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let odd = |column| StoreError::inconsistent("texts", column, row.text_id);
            Ok(DueText {
                id: row.text_id,
                lease: row.lease_token,
                user: UserId::new(row.user_id),
                organisation: row.organisation_id.map(OrganisationId::new),
                fact: row.fact,
                recipient: row.recipient_sealed,
                sealed: row.sealed,
                counted_on: row.counted_on,
                attempt: u32::try_from(row.attempts).map_err(|_| odd("attempts"))?,
                contact: row.contact,
            })
        })
        .collect()
}

/// Counts a message against the allowance of its organisation, or of its account where it has none. `false` when that is used up.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn count(
    tx: &mut PgConnection,
    due: &DueText,
    day: NaiveDate,
    allowance: i64,
) -> Result<bool, StoreError> {
    let (organisation, user) = (due.organisation.map(OrganisationId::get), due.user.get());
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('texts of ' || coalesce($1::bigint, -$2::bigint)::text, 0))",
        organisation,
        user,
    )
    .execute(&mut *tx)
    .await?;
    let used = sqlx::query_scalar!(
        r#"SELECT count(*) AS "used!" FROM texts
           WHERE counted_on = $1 AND organisation_id IS NOT DISTINCT FROM $2 AND ($2::bigint IS NOT NULL OR user_id = $3)"#,
        day,
        organisation,
        user,
    )
    .fetch_one(&mut *tx)
    .await?;
    if used >= allowance {
        return Ok(false);
    }
    sqlx::query!(
        "UPDATE texts SET counted_on = $2 WHERE text_id = $1",
        due.id,
        day,
    )
    .execute(tx)
    .await?;
    Ok(true)
}

/// Gives the lease back for another attempt after `delay`. `false` when the lease is another's by now.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn requeue(
    tx: &mut PgConnection,
    due: &DueText,
    delay: Duration,
    counted: bool,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE texts SET state = 'queued', lease_token = NULL, lease_until = NULL,
             attempts = attempts - CASE WHEN $4 THEN 0 ELSE 1 END,
             next_attempt_at = least(now() + make_interval(secs => $3), not_after)
         WHERE text_id = $1 AND lease_token = $2",
        due.id,
        due.lease,
        delay.as_secs_f64(),
        counted,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends a message and wipes what it said. `false` when the lease is another's by now.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn end(
    tx: &mut PgConnection,
    due: &DueText,
    ended: DeliveryState,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE texts SET state = $3, finished_at = now(), sealed = NULL, lease_token = NULL, lease_until = NULL,
             sent_at = CASE WHEN $3 = 'sent' THEN now() END
         WHERE text_id = $1 AND lease_token = $2",
        due.id,
        due.lease,
        ended.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends messages that have become pointless. Says how many.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn expire(tx: &mut PgConnection) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "UPDATE texts SET state = 'expired', finished_at = now(), sealed = NULL, lease_token = NULL, lease_until = NULL
         WHERE state IN ('queued', 'sending') AND not_after <= now() AND (lease_until IS NULL OR lease_until <= now())"
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected())
}

/// Deletes what waits, for an installation that sends no text messages.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn delete_waiting(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM texts WHERE state = 'queued'")
        .execute(tx)
        .await?;
    Ok(())
}

/// Notes the gateway's receipt of a message that it took. What it says first counts, but that it arrived counts more than that it did
/// not. `false` where there is no such message.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn receipt(
    tx: &mut PgConnection,
    id: Uuid,
    ended: DeliveryState,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE texts SET state = $2, receipt_at = coalesce(receipt_at, now()),
             finished_at = coalesce(finished_at, now()), sealed = NULL, lease_token = NULL, lease_until = NULL,
             sent_at = coalesce(sent_at, now())
         WHERE text_id = $1 AND (state IN ('queued', 'sending', 'sent') OR state = 'bounced' AND $2 = 'delivered')",
        id,
        ended.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Returns the number of waiting messages, and for how long the most overdue one has been due.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn waiting(tx: &mut PgConnection) -> Result<(u64, Duration), StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "waiting!",
             greatest(0, coalesce(extract(epoch FROM now() - min(coalesce(lease_until, next_attempt_at))), 0))::float8
               AS "overdue!"
           FROM texts WHERE state IN ('queued', 'sending')"#,
    )
    .fetch_one(tx)
    .await?;
    let overdue = Duration::try_from_secs_f64(row.overdue).unwrap_or_default();
    Ok((row.waiting.unsigned_abs(), overdue))
}

/// Erases what was sent to an account.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn erase_user(tx: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM texts WHERE user_id = $1", user.get())
        .execute(tx)
        .await?;
    Ok(())
}

/// Drops what waits to be sent to a member for an organisation.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn drop_member(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM texts WHERE user_id = $1 AND organisation_id = $2 AND finished_at IS NULL",
        user.get(),
        organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
