//! The facts that decide the day of a property's next inspection, and the properties that have none.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{OrganisationId, PropertyId, london_date};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::inspection_settings;
use crate::domain::{InspectionSettings, PropertyLabel};

/// The facts that decide the day of a property's next inspection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bases {
    /// When the property was added.
    pub added_at: DateTime<Utc>,
    /// When it was last inspected.
    pub last_completed_at: Option<DateTime<Utc>>,
    /// The day of the last inspection that was called off.
    pub last_cancelled: Option<NaiveDate>,
}

impl Bases {
    /// The day in London from which the next inspection counts: the latest of the three.
    #[must_use]
    pub fn since(&self) -> NaiveDate {
        let inspected = self.last_completed_at.map(london_date);
        let latest = inspected.max(self.last_cancelled);
        latest.map_or_else(
            || london_date(self.added_at),
            |latest| latest.max(london_date(self.added_at)),
        )
    }
}

/// A property without an open inspection whose settings ask for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unscheduled {
    /// The organisation that it belongs to.
    pub organisation: OrganisationId,
    /// The property.
    pub property: PropertyLabel,
    /// Its settings.
    pub settings: InspectionSettings,
    /// The facts that decide the next one.
    pub bases: Bases,
}

/// Returns the facts that decide the day of a property's next inspection. The property must be there.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.inspection.bases", skip_all)]
pub async fn bases(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Bases, StoreError> {
    let row = sqlx::query!(
        "SELECT properties.created_at,
             (SELECT max(completed_at) FROM property_inspections
              WHERE organisation_id = $1 AND property_id = $2) AS last_completed_at,
             (SELECT max(inspection_date) FROM property_inspections
              WHERE organisation_id = $1 AND property_id = $2 AND status = 'Cancelled') AS last_cancelled
         FROM properties WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        property.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(Bases {
        added_at: row.created_at,
        last_completed_at: row.last_completed_at,
        last_cancelled: row.last_cancelled,
    })
}

/// At most `limit` properties of all organisations that have no inspection to be done and whose settings ask for one.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.inspection.unscheduled", skip_all)]
pub async fn unscheduled(
    tx: &mut PgConnection,
    limit: i64,
) -> Result<Vec<Unscheduled>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT organisation_id, property_id, name, address, properties.created_at,
             frequency_months AS "frequency_months?", reminder_days AS "reminder_days?",
             (SELECT max(completed_at) FROM property_inspections AS done
              WHERE done.organisation_id = properties.organisation_id AND done.property_id = properties.property_id)
              AS last_completed_at,
             (SELECT max(inspection_date) FROM property_inspections AS gone
              WHERE gone.organisation_id = properties.organisation_id AND gone.property_id = properties.property_id
                  AND gone.status = 'Cancelled') AS last_cancelled
         FROM properties
         LEFT JOIN inspection_settings USING (organisation_id, property_id)
         WHERE auto_schedule IS NOT false
             AND NOT EXISTS (SELECT FROM property_inspections AS open
                 WHERE open.organisation_id = properties.organisation_id AND open.property_id = properties.property_id
                     AND open.status = 'Scheduled')
         ORDER BY organisation_id, property_id
         LIMIT $1"#,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let property = PropertyId::new(row.property_id);
            let settings = match (row.frequency_months, row.reminder_days) {
                (Some(months), Some(days)) => {
                    inspection_settings::read(property, months, days, true)?
                }
                _ => InspectionSettings::default(),
            };
            Ok(Unscheduled {
                organisation: row.organisation_id.into(),
                property: PropertyLabel {
                    id: property,
                    name: row.name,
                    address: row.address,
                },
                settings,
                bases: Bases {
                    added_at: row.created_at,
                    last_completed_at: row.last_completed_at,
                    last_cancelled: row.last_cancelled,
                },
            })
        })
        .collect()
}
