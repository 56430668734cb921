//! The keys of organisations, wrapped.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The wrapped key of an organisation; `None` before its first use.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.organisation_key.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let key = sqlx::query_scalar!(
        "SELECT wrapped_key FROM vm_organisation_keys WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(key)
}

/// Keeps a wrapped key unless there is one, and gives the one that there is.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.organisation_key.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    wrapped: &[u8],
) -> Result<Vec<u8>, StoreError> {
    sqlx::query!(
        "INSERT INTO vm_organisation_keys (organisation_id, wrapped_key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        organisation.get(),
        wrapped,
    )
    .execute(&mut *tx)
    .await?;
    let kept = sqlx::query_scalar!(
        "SELECT wrapped_key FROM vm_organisation_keys WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(kept)
}
