//! The comments of both sides of a request.

use chrono::{DateTime, Utc};
use lintel_core::{CommentId, MaintenanceRequestId, OrganisationId, TenantId, UserId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::maintenance::{Comment, MaintenanceActor};

/// The author of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Author {
    /// Landlord or Tenant.
    pub actor: MaintenanceActor,
    /// The account.
    pub user: UserId,
    /// The tenant.
    pub tenant: Option<TenantId>,
}

/// Adds a comment.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_comment.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
    author: Author,
    text: &str,
    now: DateTime<Utc>,
) -> Result<CommentId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO maintenance_comments
             (organisation_id, maintenance_request_id, author, user_id, tenant_id, text, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING comment_id",
        organisation.get(),
        request.get(),
        author.actor.as_str(),
        author.user.get(),
        author.tenant.map(TenantId::get),
        text,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// At most `limit` comments of a request behind the number `after`, the oldest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.maintenance_comment.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
    after: i64,
    limit: i64,
) -> Result<Vec<Comment>, StoreError> {
    let rows = sqlx::query!(
        "SELECT comment_id, author, user_id, tenant_id, text, created_at FROM maintenance_comments
         WHERE organisation_id = $1 AND maintenance_request_id = $2 AND comment_id > $3 ORDER BY comment_id LIMIT $4",
        organisation.get(),
        request.get(),
        after,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let comments = rows.into_iter().map(|row| {
        let name = RowName {
            table: "maintenance_comments",
            id: row.comment_id,
        };
        Ok(Comment {
            id: row.comment_id.into(),
            text: row.text,
            author: name.known("author", MaintenanceActor::parse(&row.author))?,
            user: row.user_id.into(),
            tenant: row.tenant_id.map(Into::into),
            created_at: row.created_at,
        })
    });
    comments.collect()
}
