//! The schedules of inspections.

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::InspectionSettings;

/// A property's settings with their version; the defaults at version 0 where nothing was set.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.inspection_settings.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<(InspectionSettings, i64), StoreError> {
    let row = sqlx::query!(
        "SELECT frequency_months, reminder_days, auto_schedule, version FROM inspection_settings
         WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        property.get(),
    )
    .fetch_optional(tx)
    .await?;
    let Some(row) = row else {
        return Ok((InspectionSettings::default(), 0));
    };
    let settings = read(
        property,
        row.frequency_months,
        row.reminder_days,
        row.auto_schedule,
    )?;
    Ok((settings, row.version))
}

/// Reads a row.
pub(super) fn read(
    property: PropertyId,
    frequency_months: i32,
    reminder_days: i32,
    auto_schedule: bool,
) -> Result<InspectionSettings, StoreError> {
    let name = RowName {
        table: "inspection_settings",
        id: property.get(),
    };
    Ok(InspectionSettings {
        frequency_months: name.known("frequency_months", u32::try_from(frequency_months).ok())?,
        reminder_days: name.known("reminder_days", u32::try_from(reminder_days).ok())?,
        auto_schedule,
    })
}

/// Writes the settings of properties that are being added, at their first version.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.inspection_settings.put_new", skip_all)]
pub async fn put_new(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    properties: &[PropertyId],
    settings: InspectionSettings,
) -> Result<(), StoreError> {
    let ids: Vec<_> = properties.iter().map(|id| id.get()).collect();
    sqlx::query!(
        "INSERT INTO inspection_settings (organisation_id, property_id, frequency_months, reminder_days, auto_schedule)
         SELECT $1, property_id, $3, $4, $5 FROM unnest($2::bigint[]) AS added (property_id)",
        organisation.get(),
        &ids,
        number(settings.frequency_months),
        number(settings.reminder_days),
        settings.auto_schedule,
    )
    .execute(tx)
    .await?;
    Ok(())
}

fn number(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// Writes a property's settings and gives their version. Lock the property first.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.inspection_settings.put", skip_all)]
pub async fn put(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    settings: InspectionSettings,
) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        "INSERT INTO inspection_settings (organisation_id, property_id, frequency_months, reminder_days, auto_schedule)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (organisation_id, property_id) DO UPDATE
         SET frequency_months = excluded.frequency_months, reminder_days = excluded.reminder_days,
             auto_schedule = excluded.auto_schedule, version = inspection_settings.version + 1
         RETURNING version",
        organisation.get(),
        property.get(),
        number(settings.frequency_months),
        number(settings.reminder_days),
        settings.auto_schedule,
    )
    .fetch_one(tx)
    .await?;
    Ok(version)
}
