//! The messages sent on behalf of organisations.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PageRequest, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{About, DeliveryId, DeliveryState, Subject};

/// Keeps to whom a mail goes and what its subject is, both sealed.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn note(
    tx: &mut PgConnection,
    id: DeliveryId,
    recipient: &[u8],
    title: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE deliveries SET recipient_sealed = $2, title_sealed = $3 WHERE delivery_id = $1",
        id.get(),
        recipient,
        title,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A mail that was handed over, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailed {
    /// The delivery.
    pub id: DeliveryId,
    /// The account that it concerns.
    pub user: Option<UserId>,
    /// Its subject.
    pub about: Option<About>,
    /// To whom, sealed.
    pub recipient: Option<Vec<u8>>,
    /// Its subject, sealed.
    pub title: Option<Vec<u8>>,
}

struct MailedRow {
    delivery_id: Uuid,
    user_id: Option<i64>,
    organisation_id: Option<i64>,
    subject: Option<String>,
    subject_id: Option<i64>,
    recipient_sealed: Option<Vec<u8>>,
    title_sealed: Option<Vec<u8>>,
}

impl TryFrom<MailedRow> for Mailed {
    type Error = StoreError;

    fn try_from(row: MailedRow) -> Result<Self, StoreError> {
        let odd = || StoreError::inconsistent("deliveries", "subject", row.delivery_id);
        let about = match (row.organisation_id, &row.subject, row.subject_id) {
            (Some(organisation), Some(subject), Some(subject_id)) => Some(About {
                organisation: OrganisationId::new(organisation),
                subject: Subject::parse(subject).ok_or_else(odd)?,
                subject_id,
            }),
            _ => None,
        };
        Ok(Self {
            id: DeliveryId::new(row.delivery_id),
            user: row.user_id.map(UserId::new),
            about,
            recipient: row.recipient_sealed,
            title: row.title_sealed,
        })
    }
}

/// A mail by its `Message-ID`, locked.
///
/// # Errors
/// [`StoreError`].
pub async fn by_message_id(
    tx: &mut PgConnection,
    message_id: &str,
) -> Result<Option<Mailed>, StoreError> {
    let row = sqlx::query_as!(
        MailedRow,
        "SELECT delivery_id, user_id, organisation_id, subject, subject_id, recipient_sealed, title_sealed
         FROM deliveries WHERE message_id = $1 FOR UPDATE",
        message_id,
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// A mail by its id.
///
/// # Errors
/// [`StoreError`].
pub async fn by_id(tx: &mut PgConnection, id: DeliveryId) -> Result<Option<Mailed>, StoreError> {
    let row = sqlx::query_as!(
        MailedRow,
        "SELECT delivery_id, user_id, organisation_id, subject, subject_id, recipient_sealed, title_sealed
         FROM deliveries WHERE delivery_id = $1",
        id.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Notes a report about a mail that was handed over, perhaps before the server's answer was noted. `false` where the mail is still to
/// be sent, or it was said before.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn receipt(
    tx: &mut PgConnection,
    id: DeliveryId,
    state: DeliveryState,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE deliveries SET state = $2, receipt_at = now(), finished_at = coalesce(finished_at, now()),
             sent_at = coalesce(sent_at, now()), sealed = NULL, lease_token = NULL, lease_until = NULL
         WHERE delivery_id = $1 AND (state IN ('sending', 'sent') OR state = 'delivered' AND $2 = 'bounced')",
        id.get(),
        state.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// The delivery, or the text message.
    pub id: Uuid,
    /// True when it is a text message.
    pub is_text: bool,
    /// To whom, sealed.
    pub recipient: Vec<u8>,
    /// The message in a line, sealed.
    pub title: Vec<u8>,
    /// Its state.
    pub state: DeliveryState,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When the recipient's server took it.
    pub sent_at: Option<DateTime<Utc>>,
    /// When it arrived or came back.
    pub receipt_at: Option<DateTime<Utc>>,
}

/// A page of what was sent about one thing, the newest first. A mail that went with others stands as they do. `before` is the last line of the page before.
///
/// # Errors
/// [`StoreError`].
#[tracing::instrument(name = "db.delivery_log.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    about: About,
    before: Option<(DateTime<Utc>, i64)>,
    request: &PageRequest,
) -> Result<Vec<(LogRow, i64)>, StoreError> {
    let (at, tie) = before.unzip();
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", is_text AS "is_text!", recipient_sealed AS "recipient_sealed!", title_sealed AS "title_sealed!",
               state AS "state!", created_at AS "created_at!", sent_at, receipt_at, tie AS "tie!"
           FROM (
               SELECT d.delivery_id AS id, false AS is_text, d.recipient_sealed, d.title_sealed,
                   CASE WHEN h.delivery_id IS NOT NULL AND h.bundle_id IS NULL AND d.state = 'queued' THEN 'held'
                       ELSE coalesce(b.state, d.state) END AS state,
                   d.created_at, coalesce(b.sent_at, d.sent_at) AS sent_at, coalesce(b.receipt_at, d.receipt_at) AS receipt_at,
                   hashtextextended(d.delivery_id::text, 0) AS tie
               FROM deliveries d
               LEFT JOIN held_mails h ON h.delivery_id = d.delivery_id
               LEFT JOIN deliveries b ON b.delivery_id = h.bundle_id
               WHERE d.organisation_id = $1 AND d.subject = $2 AND d.subject_id = $3 AND d.title_sealed IS NOT NULL
                   AND d.template <> 'digest'
               UNION ALL
               SELECT text_id, true, recipient_sealed, title_sealed, state, created_at, sent_at, receipt_at,
                   hashtextextended(text_id::text, 0)
               FROM texts WHERE organisation_id = $1 AND subject = $2 AND subject_id = $3) sent
           WHERE $4::timestamptz IS NULL OR (created_at, tie) < ($4, $5)
           ORDER BY created_at DESC, tie DESC LIMIT $6"#,
        about.organisation.get(),
        about.subject.as_str(),
        about.subject_id,
        at,
        tie,
        i64::from(request.size) + 1,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let state = match row.state.as_str() {
                "queued" => Some(DeliveryState::Sending),
                state => DeliveryState::parse(state),
            };
            let log = LogRow {
                id: row.id,
                is_text: row.is_text,
                recipient: row.recipient_sealed,
                title: row.title_sealed,
                state: state
                    .ok_or_else(|| StoreError::inconsistent("deliveries", "state", row.id))?,
                created_at: row.created_at,
                sent_at: row.sent_at,
                receipt_at: row.receipt_at,
            };
            Ok((log, row.tie))
        })
        .collect()
}

/// Erases what was sent on behalf of an organisation.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn erase_organisation(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM deliveries WHERE organisation_id = $1",
        organisation.get(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM texts WHERE organisation_id = $1",
        organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes at most `at_most` mails, with their attempts, and as many text messages, that ended longer ago than what they are about is
/// kept. Says how many at most of one kind.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn delete_old(tx: &mut PgConnection, at_most: i64) -> Result<u64, StoreError> {
    let mails = sqlx::query!(
        "DELETE FROM deliveries WHERE delivery_id IN (SELECT delivery_id FROM deliveries
         WHERE finished_at < now() - kept_for(subject) LIMIT $1)",
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    let texts = sqlx::query!(
        "DELETE FROM texts WHERE text_id IN (SELECT text_id FROM texts WHERE finished_at < now() - kept_for(subject) LIMIT $1)",
        at_most,
    )
    .execute(tx)
    .await?;
    Ok(mails.rows_affected().max(texts.rows_affected()))
}
