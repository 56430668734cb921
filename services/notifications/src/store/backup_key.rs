//! The keys of organisations, wrapped.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The wrapped key of an organisation; `None` before its first use.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let key = sqlx::query_scalar!(
        "SELECT wrapped_key FROM backup_keys WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(key)
}

/// Keeps a wrapped key unless there is one.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    wrapped: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO backup_keys (organisation_id, wrapped_key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        organisation.get(),
        wrapped,
    )
    .execute(tx)
    .await?;
    Ok(())
}
