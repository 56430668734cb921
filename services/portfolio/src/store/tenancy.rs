//! The copy of tenancies.

use std::collections::HashMap;

use lintel_core::{OrganisationId, PropertyId, TenancyId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::{RowName, decimal};
use crate::domain::{InForce, Letting, Tenancy};

/// Keeps what was told of a tenancy unless something newer is known. Gives whether it was in force before; `None` when what
/// was told is no news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
) -> Result<Option<bool>, StoreError> {
    let before = sqlx::query!(
        "SELECT in_force, version FROM lettings WHERE organisation_id = $1 AND tenancy_id = $2 FOR UPDATE",
        organisation.get(),
        tenancy.id.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    if before
        .as_ref()
        .is_some_and(|before| before.version >= tenancy.version)
    {
        return Ok(None);
    }
    let kept = sqlx::query!(
        "INSERT INTO lettings (organisation_id, tenancy_id, property_id, room_number, start_date, end_date, in_force, version, monthly_rent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (organisation_id, tenancy_id) DO UPDATE
         SET property_id = excluded.property_id, room_number = excluded.room_number, start_date = excluded.start_date,
             end_date = excluded.end_date, in_force = excluded.in_force, version = excluded.version,
             monthly_rent = excluded.monthly_rent
         WHERE lettings.version < excluded.version",
        organisation.get(),
        tenancy.id.get(),
        tenancy.property.get(),
        tenancy.letting.room_number(),
        tenancy.start,
        tenancy.end,
        tenancy.in_force,
        tenancy.version,
        decimal(tenancy.rent),
    )
    .execute(tx)
    .await?;
    // Somebody else told of it first, between the two statements, and it was newer.
    let news = kept.rows_affected() == 1;
    Ok(news.then(|| before.is_some_and(|before| before.in_force)))
}

/// The tenancies of a property that are known, with their versions.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.versions", skip_all)]
pub async fn versions(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<HashMap<TenancyId, i64>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenancy_id, version FROM lettings WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        property.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.tenancy_id.into(), row.version))
        .collect())
}

/// The tenancies of a property that are in force, by id.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.in_force", skip_all)]
pub async fn in_force(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Vec<InForce>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenancy_id, room_number, monthly_rent, start_date FROM lettings
         WHERE organisation_id = $1 AND property_id = $2 AND in_force ORDER BY tenancy_id",
        organisation.get(),
        property.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let name = RowName {
            table: "lettings",
            id: row.tenancy_id,
        };
        Ok(InForce {
            tenancy: row.tenancy_id.into(),
            letting: Letting::of(row.room_number),
            rent: name.some_money("monthly_rent", row.monthly_rent)?,
            start: row.start_date,
        })
    });
    rows.collect()
}
