//! The visits that an organisation's inspections make, for scheduling another.

use std::collections::HashMap;

use chrono::NaiveDate;
use lintel_core::{InspectionId, OrganisationId, PropertyId};
use lintel_db::{RowName, StoreError};
use lintel_rules::Nation;
use sqlx::PgConnection;

use crate::domain::{Appointment, Site, Visit};

/// Makes transactions that schedule inspections of one organisation take turns, so that each sees the visits of those before it.
/// Comes before the lock of any property and any inspection that others see: two that took them the other way round would wait
/// for each other.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.diary.take_turn", skip_all)]
pub async fn take_turn(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('inspections', $1))",
        organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The inspections from `from` to `through` that are still to be done, but for `except`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.diary.visits", skip_all)]
pub async fn visits(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    from: NaiveDate,
    through: NaiveDate,
    except: Option<InspectionId>,
) -> Result<Vec<Visit>, StoreError> {
    let rows = sqlx::query!(
        "SELECT inspection_date, inspection_time, postcode
         FROM property_inspections AS inspections
         JOIN properties USING (organisation_id, property_id)
         WHERE organisation_id = $1 AND inspections.status = 'Scheduled' AND inspection_date BETWEEN $2 AND $3
             AND ($4::bigint IS NULL OR inspection_id <> $4)",
        organisation.get(),
        from,
        through,
        except.map(InspectionId::get),
    )
    .fetch_all(tx)
    .await?;
    let visits = rows.into_iter().map(|row| Visit {
        appointment: Appointment {
            date: row.inspection_date,
            time: row.inspection_time,
        },
        postcode: row.postcode,
    });
    Ok(visits.collect())
}

/// The last day on which anything is still to be done; none where nothing is.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.diary.last_day", skip_all)]
pub async fn last_day(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Option<NaiveDate>, StoreError> {
    let day = sqlx::query_scalar!(
        "SELECT inspection_date FROM property_inspections
         WHERE organisation_id = $1 AND status = 'Scheduled' ORDER BY inspection_date DESC LIMIT 1",
        organisation.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(day)
}

/// Where properties are; one that has just been deleted is not among them.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.diary.places", skip_all)]
pub async fn places(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    properties: &[PropertyId],
) -> Result<HashMap<PropertyId, Site>, StoreError> {
    let ids: Vec<_> = properties.iter().map(|id| id.get()).collect();
    let rows = sqlx::query!(
        "SELECT property_id, postcode, nation FROM properties WHERE organisation_id = $1 AND property_id = ANY ($2)",
        organisation.get(),
        &ids,
    )
    .fetch_all(tx)
    .await?;
    let mut places = HashMap::with_capacity(rows.len());
    for row in rows {
        let name = RowName {
            table: "properties",
            id: row.property_id,
        };
        let said = row
            .nation
            .map(|text| name.known("nation", Nation::parse(&text)))
            .transpose()?;
        let place = Site {
            nation: Nation::of_home(said, &row.postcode),
            postcode: row.postcode,
        };
        places.insert(row.property_id.into(), place);
    }
    Ok(places)
}
