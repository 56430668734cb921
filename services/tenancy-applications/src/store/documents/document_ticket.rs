//! Tickets to read documents once.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, DocumentId, OrganisationId, UserId};
use lintel_db::{RowName, StoreError};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::domain::applying::Actor;

/// A ticket to keep.
#[derive(Debug, Clone, Copy)]
pub struct NewTicket {
    /// The hash of what its reader shows.
    pub hash: [u8; 32],
    /// What it is for.
    pub document: DocumentId,
    /// Whether a landlord reads or the applicant.
    pub actor: Actor,
    /// The account that reads.
    pub reader: UserId,
    /// When it was issued.
    pub issued_at: DateTime<Utc>,
    /// When it is over.
    pub expires_at: DateTime<Utc>,
}

/// A ticket that was spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    /// The document.
    pub document: DocumentId,
    /// Its application.
    pub application: ApplicationId,
    /// Whether a landlord reads or the applicant.
    pub actor: Actor,
}

/// Keeps a ticket.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.document_ticket.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &NewTicket,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO document_tickets (organisation_id, ticket_hash, document_id, actor, user_id, issued_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        organisation.get(),
        new.hash.as_slice(),
        new.document.get(),
        new.actor.as_str(),
        new.reader.get(),
        new.issued_at,
        new.expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whose document a ticket is for.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.document_ticket.organisation_of", skip_all)]
pub async fn organisation_of(
    db: &PgPool,
    hash: &[u8; 32],
) -> Result<Option<OrganisationId>, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT organisation AS "organisation!" FROM document_ticket_organisation($1)"#,
        hash.as_slice(),
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(Into::into))
}

/// Spends a ticket of this reader for this file, once and in its time.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.document_ticket.spend", skip_all)]
pub async fn spend(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    hash: &[u8; 32],
    reader: UserId,
    file: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<Spent>, StoreError> {
    let row = sqlx::query!(
        "UPDATE document_tickets t SET spent_at = $5
         FROM application_documents d
         WHERE t.organisation_id = $1 AND t.ticket_hash = $2 AND t.user_id = $3 AND t.spent_at IS NULL AND t.expires_at > $5
           AND d.organisation_id = t.organisation_id AND d.document_id = t.document_id AND d.file_id = $4
         RETURNING t.document_id, d.application_id, t.actor",
        organisation.get(),
        hash.as_slice(),
        reader.get(),
        file,
        now,
    )
    .fetch_optional(tx)
    .await?;
    let spent = row.map(|row| {
        let name = RowName {
            table: "document_tickets",
            id: row.document_id,
        };
        Ok(Spent {
            document: row.document_id.into(),
            application: row.application_id.into(),
            actor: name.known("actor", Actor::parse(&row.actor))?,
        })
    });
    spent.transpose()
}
