//! Photos and invoices of requests, and their contents.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use lintel_core::{AttachmentId, CommentId, MaintenanceRequestId, OrganisationId, UserId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::maintenance::{Attachment, AttachmentKind, MaintenanceActor};

/// The files of requests, the oldest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.maintenance_attachment.of_requests", skip_all)]
pub async fn of_requests(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    requests: &[MaintenanceRequestId],
) -> Result<HashMap<MaintenanceRequestId, Vec<Attachment>>, StoreError> {
    let ids: Vec<i64> = requests.iter().map(|request| request.get()).collect();
    let rows = sqlx::query!(
        "SELECT attachment_id, maintenance_request_id, kind, file_name, media_type, size_bytes, added_by, job_id, comment_id,
             created_at
         FROM maintenance_attachments
         WHERE organisation_id = $1 AND maintenance_request_id = ANY ($2) ORDER BY attachment_id",
        organisation.get(),
        &ids,
    )
    .fetch_all(tx)
    .await?;
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        let name = RowName {
            table: "maintenance_attachments",
            id: row.attachment_id,
        };
        let file = Attachment {
            id: row.attachment_id.into(),
            kind: name.known("kind", AttachmentKind::parse(&row.kind))?,
            file_name: row.file_name,
            media_type: row.media_type,
            size: row.size_bytes,
            added_by: match row.job_id {
                Some(_) => MaintenanceActor::Contractor,
                None => name.known("added_by", MaintenanceActor::parse(&row.added_by))?,
            },
            job: row.job_id,
            comment: row.comment_id.map(Into::into),
            created_at: row.created_at,
        };
        let request = MaintenanceRequestId::new(row.maintenance_request_id);
        found.entry(request).or_default().push(file);
    }
    Ok(found)
}

/// The files of one request, the oldest first.
///
/// # Errors
/// As [`of_requests`].
pub async fn of_request(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
) -> Result<Vec<Attachment>, StoreError> {
    let mut found = of_requests(tx, organisation, &[request]).await?;
    Ok(found.remove(&request).unwrap_or_default())
}

/// A new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewAttachment<'a> {
    /// The kind of file.
    pub kind: AttachmentKind,
    /// Its name.
    pub file_name: &'a str,
    /// The media type.
    pub media_type: &'a str,
    /// In bytes.
    pub size: i64,
    /// Landlord, Tenant or Contractor.
    pub added_by: MaintenanceActor,
    /// The account; of a contractor's file that of the member who asked for the job.
    pub user: UserId,
    /// The job of a contractor's file.
    pub job: Option<i64>,
}

/// Adds a file; its contents follow by [`keep_contents`].
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_attachment.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
    new: NewAttachment<'_>,
    now: DateTime<Utc>,
) -> Result<AttachmentId, StoreError> {
    // To programs of before the landlord added what a contractor did.
    let added_by = match new.job {
        Some(_) => MaintenanceActor::Landlord,
        None => new.added_by,
    };
    let id = sqlx::query_scalar!(
        "INSERT INTO maintenance_attachments
             (organisation_id, maintenance_request_id, kind, file_name, media_type, size_bytes, added_by, user_id, created_at, job_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING attachment_id",
        organisation.get(),
        request.get(),
        new.kind.as_str(),
        new.file_name,
        new.media_type,
        new.size,
        added_by.as_str(),
        new.user.get(),
        now,
        new.job,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Lets files belong to a comment.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_attachment.give_to_comment", skip_all)]
pub async fn give_to_comment(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    comment: CommentId,
    files: &[AttachmentId],
) -> Result<(), StoreError> {
    let ids: Vec<i64> = files.iter().map(|file| file.get()).collect();
    sqlx::query!(
        "UPDATE maintenance_attachments SET comment_id = $2 WHERE organisation_id = $1 AND attachment_id = ANY ($3)",
        organisation.get(),
        comment.get(),
        &ids,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes a file away, with its contents.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_attachment.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    file: AttachmentId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM maintenance_attachments WHERE organisation_id = $1 AND attachment_id = $2",
        organisation.get(),
        file.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps the sealed bytes of a file.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_attachment.keep_contents", skip_all)]
pub async fn keep_contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    file: AttachmentId,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO maintenance_attachment_contents (organisation_id, attachment_id, sealed) VALUES ($1, $2, $3)",
        organisation.get(),
        file.get(),
        sealed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The sealed bytes of a file.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_attachment.contents", skip_all)]
pub async fn contents(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    file: AttachmentId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let sealed = sqlx::query_scalar!(
        "SELECT sealed FROM maintenance_attachment_contents WHERE organisation_id = $1 AND attachment_id = $2",
        organisation.get(),
        file.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(sealed)
}

/// Bytes of all files of an organisation.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.attachment.stored", skip_all)]
pub async fn stored(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<i64, StoreError> {
    let bytes = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(size_bytes), 0)::bigint AS "bytes!" FROM maintenance_attachments WHERE organisation_id = $1"#,
        organisation.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(bytes)
}
