//! The copy of identity's organisations: who lets, and how they are reached. Versions decide: what is older than the copy changes nothing.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Keeps the sealed profile of an organisation, unless it is gone.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.landlord.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    profile: &[u8],
    version: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO nt_landlords (organisation_id, profile, version)
         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM nt_gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id) DO UPDATE SET profile = excluded.profile, version = excluded.version
         WHERE nt_landlords.version <= excluded.version",
        organisation.get(),
        profile,
        version,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The sealed profile of an organisation; `None` where it is not known.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.landlord.profile", skip_all)]
pub async fn profile(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let profile = sqlx::query_scalar!(
        "SELECT profile FROM nt_landlords WHERE organisation_id = $1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(profile)
}

/// Deletes the profile of an organisation, for good.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.landlord.organisation_gone", skip_all)]
pub async fn organisation_gone(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM nt_landlords WHERE organisation_id = $1",
        organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether the copy was filled from identity.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn are_filled(tx: &mut PgConnection) -> Result<bool, StoreError> {
    let filled =
        sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM filled_landlords) AS "filled!""#)
            .fetch_one(tx)
            .await?;
    Ok(filled)
}

/// Notes that it was.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn note_filled(tx: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO filled_landlords DEFAULT VALUES ON CONFLICT (only_row) DO UPDATE SET filled_at = now()"
    )
    .execute(tx)
    .await?;
    Ok(())
}
