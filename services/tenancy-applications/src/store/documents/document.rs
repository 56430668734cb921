//! Documents of applications, their contents and who read them.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, DocumentId, OrganisationId, UserId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{
    applying::Actor,
    documents::{Document, DocumentLabel, DocumentReading, DocumentStatus, DocumentType},
};

struct DocumentRow {
    document_id: i64,
    document_type: String,
    title: String,
    status: String,
    reason: Option<String>,
    media_type: String,
    size_bytes: i64,
    created_at: DateTime<Utc>,
    opened_at: Option<DateTime<Utc>>,
}

impl TryFrom<DocumentRow> for Document {
    type Error = StoreError;

    fn try_from(row: DocumentRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "application_documents",
            id: row.document_id,
        };
        let kind = DocumentType::parse(&row.document_type);
        Ok(Self {
            id: row.document_id.into(),
            document_type: name.known("document_type", kind)?,
            title: row.title,
            status: name.known("status", DocumentStatus::parse(&row.status))?,
            reason: row.reason,
            media_type: row.media_type,
            size: row.size_bytes,
            created_at: row.created_at,
            opened_at: row.opened_at,
        })
    }
}

/// The documents of an application, the oldest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.document.of_application", skip_all)]
pub async fn of_application(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Vec<Document>, StoreError> {
    let rows = sqlx::query_as!(
        DocumentRow,
        "SELECT document_id, document_type, title, status, reason, media_type, size_bytes, created_at, opened_at
         FROM application_documents WHERE organisation_id = $1 AND application_id = $2 ORDER BY document_id",
        organisation.get(),
        application.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// One document of an application.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    document: DocumentId,
) -> Result<Option<Document>, StoreError> {
    let row = sqlx::query_as!(
        DocumentRow,
        "SELECT document_id, document_type, title, status, reason, media_type, size_bytes, created_at, opened_at
         FROM application_documents WHERE organisation_id = $1 AND application_id = $2 AND document_id = $3",
        organisation.get(),
        application.get(),
        document.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The number of a document's file in addresses.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.file_of", skip_all)]
pub async fn file_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    document: DocumentId,
) -> Result<Option<Uuid>, StoreError> {
    let file = sqlx::query_scalar!(
        "SELECT file_id FROM application_documents
         WHERE organisation_id = $1 AND application_id = $2 AND document_id = $3",
        organisation.get(),
        application.get(),
        document.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(file)
}

/// What is known of a new document besides its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewDocument<'a> {
    /// What it is called.
    pub label: &'a DocumentLabel,
    /// What kind of file it is.
    pub media_type: &'a str,
    /// In bytes.
    pub size: i64,
    /// Landlord or Applicant.
    pub added_by: Actor,
    /// Whether the members are mailed that it came.
    pub members_told: bool,
    /// Whether the landlord had asked for it.
    pub was_requested: bool,
}

/// Adds a document; its contents follow by [`keep_contents`].
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    new: NewDocument<'_>,
    at: DateTime<Utc>,
) -> Result<DocumentId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO application_documents
             (organisation_id, application_id, document_type, title, media_type, size_bytes, added_by, created_at, members_told,
              was_requested)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING document_id",
        organisation.get(),
        application.get(),
        new.label.document_type.as_str(),
        new.label.title,
        new.media_type,
        new.size,
        new.added_by.as_str(),
        at,
        new.members_told,
        new.was_requested,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Takes a document away that its applicant added and the landlord has neither opened nor judged, with its contents and readings.
/// Returns whether the landlord had asked for it; `None` for any other document, which stays.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.take_back", skip_all)]
pub async fn take_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    document: DocumentId,
) -> Result<Option<bool>, StoreError> {
    let was_requested = sqlx::query_scalar!(
        "DELETE FROM application_documents
         WHERE organisation_id = $1 AND document_id = $2 AND added_by = 'Applicant' AND status = 'pending' AND opened_at IS NULL
         RETURNING was_requested",
        organisation.get(),
        document.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(was_requested)
}

/// Keeps the sealed bytes of a document.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.keep_contents", skip_all)]
pub async fn keep_contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    document: DocumentId,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO document_contents (organisation_id, document_id, sealed) VALUES ($1, $2, $3)",
        organisation.get(),
        document.get(),
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The sealed bytes of a document.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.contents", skip_all)]
pub async fn contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    document: DocumentId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let sealed = sqlx::query_scalar!(
        "SELECT sealed FROM document_contents WHERE organisation_id = $1 AND document_id = $2",
        organisation.get(),
        document.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(sealed)
}

/// Keeps what the landlord says of a document.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.review", skip_all)]
pub async fn review(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    document: DocumentId,
    status: DocumentStatus,
    reason: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE application_documents SET status = $3, reason = $4 WHERE organisation_id = $1 AND document_id = $2",
        organisation.get(),
        document.get(),
        status.as_str(),
        reason,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Records that somebody reads a document.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.record_reading", skip_all)]
pub async fn record_reading(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    document: DocumentId,
    actor: Actor,
    user: Option<UserId>,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO document_readings (organisation_id, document_id, actor, user_id, read_at) VALUES ($1, $2, $3, $4, $5)",
        organisation.get(),
        document.get(),
        actor.as_str(),
        user.map(UserId::get),
        at,
    )
    .execute(&mut *tx)
    .await?;
    if actor == Actor::Landlord {
        sqlx::query!(
            "UPDATE application_documents SET opened_at = $3 WHERE organisation_id = $1 AND document_id = $2",
            organisation.get(),
            document.get(),
            at,
        )
        .execute(tx)
        .await?;
    }
    Ok(())
}

/// At most `limit` readings of a document, the newest first, those before the number `before`.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.readings", skip_all)]
pub async fn readings(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    document: DocumentId,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<DocumentReading>, StoreError> {
    let rows = sqlx::query!(
        "SELECT document_reading_id, actor, user_id, read_at FROM document_readings
         WHERE organisation_id = $1 AND document_id = $2 AND ($3::bigint IS NULL OR document_reading_id < $3)
         ORDER BY document_reading_id DESC LIMIT $4",
        organisation.get(),
        document.get(),
        before,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let name = RowName {
                table: "document_readings",
                id: row.document_reading_id,
            };
            Ok(DocumentReading {
                id: row.document_reading_id,
                at: row.read_at,
                actor: name.known("actor", Actor::parse(&row.actor))?,
                user: row.user_id.map(UserId::new),
            })
        })
        .collect()
}

/// Whether the members were told of a new document of an application since `since`.
///
/// # Errors
/// As [`of_application`].
#[tracing::instrument(name = "db.document.told_since", skip_all)]
pub async fn told_since(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    since: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM application_documents
             WHERE organisation_id = $1 AND application_id = $2 AND members_told AND created_at > $3) AS "found!""#,
        organisation.get(),
        application.get(),
        since,
    )
    .fetch_one(tx)
    .await?;
    Ok(found)
}
