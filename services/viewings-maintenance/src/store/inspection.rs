//! The copy of portfolio's scheduled inspections.

use chrono::{DateTime, Utc};
use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{INSPECTION_LASTS, Inspection, InspectionNews};

/// Scheduled inspections of the organisation that overlap the time from `from` to `to`, the earliest first. Those of a property that left
/// the portfolio went with it.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.inspection.overlapping", skip_all)]
pub async fn overlapping(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Result<Vec<(Inspection, DateTime<Utc>)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT i.inspection_id, i.property_id, h.name AS "name!", i.inspection_date, i.inspection_time, i.starts_at AS "starts_at!"
         FROM vm_inspections i
         JOIN vm_homes h ON h.organisation_id = i.organisation_id AND h.property_id = i.property_id AND h.name IS NOT NULL
         WHERE i.organisation_id = $1 AND i.starts_at > $2 AND i.starts_at < $3
         ORDER BY i.starts_at, i.inspection_id"#,
        organisation.get(),
        from - INSPECTION_LASTS,
        to,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let name = RowName {
            table: "vm_inspections",
            id: row.inspection_id,
        };
        let inspection = Inspection {
            id: row.inspection_id.into(),
            property: row.property_id.into(),
            property_name: row.name,
            day: name.known("inspection_date", row.inspection_date)?,
            time: name.known("inspection_time", row.inspection_time)?,
        };
        Ok((inspection, row.starts_at))
    });
    rows.collect()
}

/// Keeps what was told of an inspection unless something as new is known, or its organisation is gone. Gives whether it was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.inspection.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    news: &InspectionNews,
) -> Result<bool, StoreError> {
    let begins = news.begins();
    let at = news.at.filter(|_| begins.is_some());
    let kept = sqlx::query!(
        "INSERT INTO vm_inspections
             (organisation_id, inspection_id, property_id, inspection_date, inspection_time, starts_at, version)
         SELECT $1, $2, $3, $4, $5, $6, $7
         WHERE NOT EXISTS (SELECT FROM vm_gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id, inspection_id) DO UPDATE
         SET property_id = excluded.property_id, inspection_date = excluded.inspection_date,
             inspection_time = excluded.inspection_time, starts_at = excluded.starts_at, version = excluded.version
         WHERE vm_inspections.version < excluded.version",
        organisation.get(),
        news.id.get(),
        news.property.get(),
        at.map(|(day, _)| day),
        at.map(|(_, time)| time),
        begins,
        news.version,
    )
    .execute(tx)
    .await?;
    Ok(kept.rows_affected() == 1)
}
