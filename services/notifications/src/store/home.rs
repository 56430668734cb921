//! The copy of what landlords call their homes. Versions decide: what is older than the copy changes nothing.

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The state of a home, as portfolio published it.
#[derive(Debug, Clone, Copy)]
pub struct HomeState<'a> {
    /// The organisation that it belongs to.
    pub organisation: OrganisationId,
    /// The home.
    pub property: PropertyId,
    /// Its name; `None` once it left the portfolio.
    pub name: Option<&'a str>,
    /// The version of its owner's row.
    pub version: i64,
}

/// Keeps what homes are called, of each what was told once. Nothing is kept of an organisation that is gone.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.home.keep", skip_all)]
pub async fn keep(tx: &mut PgConnection, told: &[HomeState<'_>]) -> Result<(), StoreError> {
    let organisations: Vec<i64> = told.iter().map(|home| home.organisation.get()).collect();
    let properties: Vec<i64> = told.iter().map(|home| home.property.get()).collect();
    let names: Vec<Option<&str>> = told.iter().map(|home| home.name).collect();
    let versions: Vec<i64> = told.iter().map(|home| home.version).collect();
    sqlx::query!(
        "INSERT INTO nt_homes (organisation_id, property_id, name, version)
         SELECT told.* FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS told (organisation_id)
         WHERE NOT EXISTS (SELECT FROM nt_gone_organisations AS gone WHERE gone.organisation_id = told.organisation_id)
         ON CONFLICT (organisation_id, property_id) DO UPDATE SET name = excluded.name, version = excluded.version
         WHERE nt_homes.version <= excluded.version",
        &organisations,
        &properties,
        &names as _,
        &versions,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the name of a home; `None` where it is not in the portfolio, or not known.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.home.name", skip_all)]
pub async fn name(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Option<String>, StoreError> {
    let name = sqlx::query_scalar!(
        "SELECT name FROM nt_homes WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        property.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(name.flatten())
}

/// Deletes the homes of an organisation, for good.
///
/// # Errors
/// [`StoreError::Driver`].
#[tracing::instrument(name = "db.home.organisation_gone", skip_all)]
pub async fn organisation_gone(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO nt_gone_organisations (organisation_id) VALUES ($1) ON CONFLICT DO NOTHING",
        organisation.get(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM nt_homes WHERE organisation_id = $1",
        organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether the copy was filled from portfolio.
///
/// # Errors
/// [`StoreError::Driver`].
pub async fn are_filled(tx: &mut PgConnection) -> Result<bool, StoreError> {
    let filled = sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM filled_homes) AS "filled!""#)
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
        "INSERT INTO filled_homes DEFAULT VALUES ON CONFLICT (only_row) DO UPDATE SET filled_at = now()"
    )
    .execute(tx)
    .await?;
    Ok(())
}
