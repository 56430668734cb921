//! Photos of tenants.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, TenantId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// A sealed photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedPhoto {
    /// What kind of picture it is.
    pub media_type: String,
    /// Its bytes, sealed.
    pub sealed: Vec<u8>,
}

/// Keeps a photo in place of the one before.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_photo.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    photo: &SealedPhoto,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    remove(&mut *tx, organisation, tenant).await?;
    sqlx::query!(
        "INSERT INTO tenant_photos (organisation_id, tenant_id, media_type, sealed, created_at) VALUES ($1, $2, $3, $4, $5)",
        organisation.get(),
        tenant.get(),
        photo.media_type,
        photo.sealed,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes a photo. Gives whether there was one.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_photo.remove", skip_all)]
pub async fn remove(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<bool, StoreError> {
    let removed = sqlx::query!(
        "DELETE FROM tenant_photos WHERE organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        tenant.get(),
    )
    .execute(tx)
    .await?;
    Ok(removed.rows_affected() > 0)
}

/// The photo of a tenant.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_photo.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Option<SealedPhoto>, StoreError> {
    Ok(sqlx::query_as!(
        SealedPhoto,
        "SELECT media_type, sealed FROM tenant_photos WHERE organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        tenant.get(),
    )
    .fetch_optional(tx)
    .await?)
}
