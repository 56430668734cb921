//! Mails that are counted, and mails that wait to go with others.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{About, Addressee, DeliveryId, Recent, Setting, Subject, Template};

/// Makes whoever writes to the same address wait until the transaction ends, so that two that count at once do not both find room.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn lock(tx: &mut PgConnection, digest: &[u8]) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('mails to ' || encode($1, 'hex'), 0))",
        digest,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The mails of the last day to an address, the oldest first.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.recent", skip_all)]
pub async fn recent(tx: &mut PgConnection, digest: &[u8]) -> Result<Vec<Recent>, StoreError> {
    let rows = sqlx::query_as!(
        Recent,
        "SELECT sender, thread, counted, asked_at AS at FROM recent_mails
         WHERE address_digest = $1 AND asked_at > now() - interval '24 hours' ORDER BY asked_at",
        digest,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows)
}

/// Notes a mail that goes now.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.note", skip_all)]
pub async fn note(tx: &mut PgConnection, id: DeliveryId, to: &Addressee) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO recent_mails (delivery_id, address_digest, sender, thread, counted) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (delivery_id) DO NOTHING",
        id.get(),
        &to.digest[..],
        to.sender,
        to.thread,
        to.counted,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Lets a queued mail wait until `until`.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.hold", skip_all)]
pub async fn hold(
    tx: &mut PgConnection,
    id: DeliveryId,
    to: &Addressee,
    until: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO held_mails (delivery_id, address_digest, sender, thread, counted, held_until)
         VALUES ($1, $2, $3, $4, $5, $6)",
        id.get(),
        &to.digest[..],
        to.sender,
        to.thread,
        to.counted,
        until,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "UPDATE deliveries SET next_attempt_at = $2 WHERE delivery_id = $1",
        id.get(),
        until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Addresses and senders with mails whose time has come, at most `at_most`.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.due", skip_all)]
pub async fn due(
    tx: &mut PgConnection,
    at_most: i64,
) -> Result<Vec<(Vec<u8>, String)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT address_digest, sender FROM held_mails WHERE bundle_id IS NULL AND held_until <= now()
         GROUP BY address_digest, sender ORDER BY min(held_until) LIMIT $1",
        at_most,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.address_digest, row.sender)).collect())
}

/// A mail that waits.
#[derive(Debug)]
pub struct HeldRow {
    /// The delivery.
    pub id: DeliveryId,
    /// Which mail it is.
    pub template: Template,
    /// The account that it concerns.
    pub user: Option<UserId>,
    /// Its subject.
    pub about: Option<About>,
    /// The setting that switches it.
    pub setting: Option<Setting>,
    /// Its contents, sealed.
    pub sealed: Vec<u8>,
    /// The conversation that it is of.
    pub thread: Option<String>,
    /// True when it is one of the dozen.
    pub counted: bool,
    /// When it becomes pointless.
    pub not_after: DateTime<Utc>,
}

/// Returns the mails that wait for an address from a sender, the oldest first, locked.
///
/// # Errors
/// [`StoreError`].
#[tracing::instrument(name = "db.allowance.waiting", skip_all)]
pub async fn waiting(
    tx: &mut PgConnection,
    digest: &[u8],
    sender: &str,
) -> Result<Vec<HeldRow>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT d.delivery_id, template, user_id, organisation_id, subject, subject_id, setting, sealed AS "sealed!", thread, counted,
               not_after
           FROM held_mails h JOIN deliveries d USING (delivery_id)
           WHERE h.address_digest = $1 AND h.sender = $2 AND h.bundle_id IS NULL AND d.state = 'queued'
           ORDER BY d.created_at, d.delivery_id FOR UPDATE OF h, d"#,
        digest,
        sender,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let odd = |column| StoreError::inconsistent("deliveries", column, row.delivery_id);
            let about = match (row.organisation_id, row.subject, row.subject_id) {
                (Some(organisation), Some(subject), Some(subject_id)) => Some(About {
                    organisation: OrganisationId::new(organisation),
                    subject: Subject::parse(&subject).ok_or_else(|| odd("subject"))?,
                    subject_id,
                }),
                _ => None,
            };
            Ok(HeldRow {
                id: DeliveryId::new(row.delivery_id),
                template: Template::parse(&row.template).ok_or_else(|| odd("template"))?,
                user: row.user_id.map(UserId::new),
                about,
                setting: row
                    .setting
                    .map(|text| Setting::parse(&text).ok_or_else(|| odd("setting")))
                    .transpose()?,
                sealed: row.sealed,
                thread: row.thread,
                counted: row.counted,
                not_after: row.not_after,
            })
        })
        .collect()
}

/// Lets what waits for an address from a sender wait longer.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.wait_longer", skip_all)]
pub async fn wait_longer(
    tx: &mut PgConnection,
    digest: &[u8],
    sender: &str,
    until: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH held AS (
             UPDATE held_mails SET held_until = $3 WHERE address_digest = $1 AND sender = $2 AND bundle_id IS NULL
             RETURNING delivery_id)
         UPDATE deliveries d SET next_attempt_at = $3 FROM held WHERE d.delivery_id = held.delivery_id AND d.state = 'queued'",
        digest,
        sender,
        until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Lets a mail go by itself.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.release", skip_all)]
pub async fn release(tx: &mut PgConnection, id: DeliveryId) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH gone AS (DELETE FROM held_mails WHERE delivery_id = $1 RETURNING delivery_id)
         UPDATE deliveries d SET next_attempt_at = now() FROM gone WHERE d.delivery_id = gone.delivery_id",
        id.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes that mails went with the delivery `bundle`, and wipes what they said.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.bundle", skip_all)]
pub async fn bundle(
    tx: &mut PgConnection,
    ids: &[DeliveryId],
    bundle: DeliveryId,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.get()).collect();
    sqlx::query!(
        "UPDATE held_mails SET bundle_id = $2 WHERE delivery_id = ANY($1)",
        &ids,
        bundle.get(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "UPDATE deliveries SET state = 'sent', finished_at = now(), sealed = NULL WHERE delivery_id = ANY($1) AND state = 'queued'",
        &ids,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends mails that became pointless while they waited.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.expire", skip_all)]
pub async fn expire(tx: &mut PgConnection, ids: &[DeliveryId]) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.get()).collect();
    sqlx::query!("DELETE FROM held_mails WHERE delivery_id = ANY($1)", &ids)
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "UPDATE deliveries SET state = 'expired', finished_at = now(), sealed = NULL WHERE delivery_id = ANY($1) AND state = 'queued'",
        &ids,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets mails that count no more.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.allowance.forget_old", skip_all)]
pub async fn forget_old(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM recent_mails WHERE asked_at < now() - interval '24 hours'")
        .execute(tx)
        .await?;
    Ok(())
}
