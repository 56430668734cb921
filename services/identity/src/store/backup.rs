//! Whom backups are made for.

use lintel_core::{OrganisationId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// At most `limit` organisations with an id greater than `after` that have an Owner who wants nightly backups, by their ids.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.backups.wanted", skip_all)]
pub async fn wanted(
    tx: &mut PgConnection,
    default: bool,
    after: i64,
    limit: i64,
) -> Result<Vec<OrganisationId>, StoreError> {
    let rows = sqlx::query_scalar!(
        "SELECT organisation_id FROM organisations
         WHERE organisation_id > $2 AND deleted_at IS NULL AND EXISTS (
             SELECT FROM memberships JOIN users USING (user_id) LEFT JOIN user_settings USING (user_id)
             WHERE memberships.organisation_id = organisations.organisation_id AND grade = 'Owner' AND users.deleted_at IS NULL
                 AND coalesce(data_backup, $1))
         ORDER BY organisation_id LIMIT $3",
        default,
        after,
        limit,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(OrganisationId::new).collect())
}

/// One of an organisation's Owners; `None` for an organisation without any.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.backups.owner", skip_all)]
pub async fn owner(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<UserId>, StoreError> {
    let owner = sqlx::query_scalar!(
        "SELECT user_id FROM memberships JOIN users USING (user_id)
         WHERE organisation_id = $1 AND grade = 'Owner' AND users.deleted_at IS NULL ORDER BY user_id LIMIT 1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(owner.map(UserId::new))
}
