//! The copy of the names of identity's organisations.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The organisation's name; `None` where it is not known yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.organisation.name", skip_all)]
pub async fn name(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<String>, StoreError> {
    let name = sqlx::query_scalar!(
        "SELECT name FROM vm_organisations WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(name)
}

/// Keeps an organisation's name unless something as new is known, or it is gone. Gives whether it was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.organisation.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    name: &str,
    version: i64,
) -> Result<bool, StoreError> {
    let kept = sqlx::query!(
        "INSERT INTO vm_organisations (organisation_id, name, version)
         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM vm_gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id) DO UPDATE SET name = excluded.name, version = excluded.version
         WHERE vm_organisations.version < excluded.version",
        organisation.get(),
        name,
        version,
    )
    .execute(tx)
    .await?;
    Ok(kept.rows_affected() == 1)
}
