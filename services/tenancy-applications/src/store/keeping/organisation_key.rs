//! The wrapped keys of organisations.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The wrapped key of an organisation.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.organisation_key.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let wrapped = sqlx::query_scalar!(
        "SELECT wrapped_key FROM organisation_keys WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(wrapped)
}

/// Keeps a key unless there is one by now, and returns the one that is kept.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.organisation_key.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    wrapped: &[u8],
) -> Result<Vec<u8>, StoreError> {
    // The row of another transaction is waited for, and then seen.
    sqlx::query!(
        "INSERT INTO organisation_keys (organisation_id, wrapped_key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        organisation.get(),
        wrapped,
    )
    .execute(&mut *tx)
    .await?;
    Ok(sqlx::query_scalar!(
        "SELECT wrapped_key FROM organisation_keys WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_one(tx)
    .await?)
}
