//! References: who was asked and what they answered.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, OrganisationId, ReferenceId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::references::{Reference, ReferenceKind};

struct ReferenceRow {
    reference_id: i64,
    application_id: i64,
    kind: String,
    email: String,
    generation: i32,
    sent_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    answered_at: Option<DateTime<Utc>>,
    declined: bool,
    decline_reason: Option<String>,
    sealed_answer: Option<Vec<u8>>,
    device: Option<Vec<u8>>,
    expired: bool,
    waive_reason: Option<String>,
}

impl TryFrom<ReferenceRow> for Reference {
    type Error = StoreError;

    fn try_from(row: ReferenceRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "reference_requests",
            id: row.reference_id,
        };
        Ok(Self {
            id: row.reference_id.into(),
            application: row.application_id.into(),
            kind: name.known("kind", ReferenceKind::parse(&row.kind))?,
            email: row.email,
            generation: row.generation,
            sent_at: row.sent_at,
            expires_at: row.expires_at,
            answered_at: row.answered_at,
            declined: row.declined,
            decline_reason: row.decline_reason,
            sealed_answer: row.sealed_answer,
            answer: None,
            signature: Vec::new(),
            device: row.device.and_then(|device| device.try_into().ok()),
            expired: row.expired,
            waive_reason: row.waive_reason,
        })
    }
}

/// Every column that a [`Reference`] is read from; what follows the table is the caller's.
macro_rules! select_references {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            ReferenceRow,
            r#"SELECT reference_id, application_id, kind, email, generation, sent_at, expires_at, answered_at, declined,
                 decline_reason, sealed_answer, device, expires_at <= now() AS "expired!", waive_reason
             FROM reference_requests "# + $tail,
            $($argument),+
        )
    };
}

/// The references that were asked of a verified address, the newest first.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.reference.of_address", skip_all)]
pub async fn of_address(
    tx: &mut PgConnection,
    kind: ReferenceKind,
    email_key: &str,
) -> Result<Vec<(OrganisationId, ReferenceId)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT organisation AS "organisation!", reference AS "reference!" FROM references_of_address($1, $2)"#,
        email_key,
        kind.as_str(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.organisation.into(), row.reference.into()))
        .collect())
}

/// One reference of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.reference.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    reference: ReferenceId,
) -> Result<Option<Reference>, StoreError> {
    let row = select_references!(
        "WHERE organisation_id = $1 AND reference_id = $2",
        organisation.get(),
        reference.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// As [`find`], locked for a change.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.reference.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    reference: ReferenceId,
) -> Result<Option<Reference>, StoreError> {
    let row = select_references!(
        "WHERE organisation_id = $1 AND reference_id = $2 FOR UPDATE",
        organisation.get(),
        reference.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The references of some applications, by application and kind.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.reference.of_applications", skip_all)]
pub async fn of_applications(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    applications: &[i64],
) -> Result<Vec<Reference>, StoreError> {
    let rows = select_references!(
        "WHERE organisation_id = $1 AND application_id = ANY ($2) ORDER BY application_id, kind DESC",
        organisation.get(),
        applications,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Adds a reference that is asked for; its token follows by [`send`].
///
/// # Errors
/// As [`of_address`].
#[tracing::instrument(name = "db.reference.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    kind: ReferenceKind,
    email: &str,
    at: DateTime<Utc>,
) -> Result<ReferenceId, StoreError> {
    // No link has this hash: a hash is never all zeros.
    let id = sqlx::query_scalar!(
        "INSERT INTO reference_requests (organisation_id, application_id, kind, email, email_key, token_hash, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, lower($4), decode(repeat('00', 32), 'hex'), $5, $5) RETURNING reference_id",
        organisation.get(),
        application.get(),
        kind.as_str(),
        email,
        at,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Gives a reference the link of this generation; the one before is dead.
///
/// # Errors
/// As [`of_address`].
#[tracing::instrument(name = "db.reference.send", skip_all)]
pub async fn send(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    reference: ReferenceId,
    generation: i32,
    token_hash: &[u8; 32],
    sent_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE reference_requests
         SET generation = $3, token_hash = $4, sent_at = $5, expires_at = $6, waived_at = NULL, waive_reason = NULL
         WHERE organisation_id = $1 AND reference_id = $2 AND answered_at IS NULL",
        organisation.get(),
        reference.get(),
        generation,
        token_hash.as_slice(),
        sent_at,
        expires_at,
    )
    .execute(tx)
    .await?;
    one_row(done.rows_affected())
}

/// Asks somebody else, or at another address, for a reference that was not given; their link follows by [`send`]. A refusal of whoever was
/// asked before is told by the timeline alone.
///
/// # Errors
/// As [`of_address`].
#[tracing::instrument(name = "db.reference.ask_anew", skip_all)]
pub async fn ask_anew(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    reference: ReferenceId,
    email: &str,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE reference_requests
         SET email = $3, email_key = lower($3), answered_at = NULL, declined = false, decline_reason = NULL, device = NULL
         WHERE organisation_id = $1 AND reference_id = $2 AND sealed_answer IS NULL",
        organisation.get(),
        reference.get(),
        email,
    )
    .execute(tx)
    .await?;
    one_row(done.rows_affected())
}

/// Keeps that the landlord does without a reference that was not given, and why.
///
/// # Errors
/// As [`of_address`].
#[tracing::instrument(name = "db.reference.waive", skip_all)]
pub async fn waive(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    reference: ReferenceId,
    reason: &str,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE reference_requests SET waived_at = $4, waive_reason = $3
         WHERE organisation_id = $1 AND reference_id = $2 AND sealed_answer IS NULL",
        organisation.get(),
        reference.get(),
        reason,
        at,
    )
    .execute(tx)
    .await?;
    one_row(done.rows_affected())
}

/// Wants a reference again that the landlord did without: it stands as it did before.
///
/// # Errors
/// As [`of_address`].
#[tracing::instrument(name = "db.reference.want_again", skip_all)]
pub async fn want_again(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    reference: ReferenceId,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE reference_requests SET waived_at = NULL, waive_reason = NULL
         WHERE organisation_id = $1 AND reference_id = $2 AND waived_at IS NOT NULL",
        organisation.get(),
        reference.get(),
    )
    .execute(tx)
    .await?;
    one_row(done.rows_affected())
}

/// When the landlord said that a reference is not needed.
///
/// # Errors
/// As [`of_address`].
#[tracing::instrument(name = "db.reference.waived_at", skip_all)]
pub async fn waived_at(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    reference: ReferenceId,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let at = sqlx::query_scalar!(
        "SELECT waived_at FROM reference_requests WHERE organisation_id = $1 AND reference_id = $2",
        organisation.get(),
        reference.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(at.flatten())
}

/// What somebody answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewAnswer {
    /// The form and the signature, sealed.
    Given(Vec<u8>),
    /// They do not want to; why, where they say.
    Declined(Option<String>),
}

/// Keeps an answer. The row is locked and has none.
///
/// # Errors
/// As [`of_address`].
#[tracing::instrument(name = "db.reference.answer", skip_all)]
pub async fn answer(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    reference: ReferenceId,
    answer: &NewAnswer,
    device: Option<&[u8; 32]>,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (sealed, declined, reason) = match answer {
        NewAnswer::Given(sealed) => (Some(sealed.as_slice()), false, None),
        NewAnswer::Declined(reason) => (None, true, reason.as_deref()),
    };
    let done = sqlx::query!(
        "UPDATE reference_requests SET answered_at = $3, declined = $4, decline_reason = $5, sealed_answer = $6, device = $7
         WHERE organisation_id = $1 AND reference_id = $2 AND answered_at IS NULL",
        organisation.get(),
        reference.get(),
        at,
        declined,
        reason,
        sealed,
        device.map(<[u8; 32]>::as_slice),
    )
    .execute(tx)
    .await?;
    one_row(done.rows_affected())
}

fn one_row(rows: u64) -> Result<(), StoreError> {
    if rows == 1 {
        Ok(())
    } else {
        Err(StoreError::RowsAffected(rows))
    }
}
