//! Properties and inspections of every organisation as other services keep copies of them: read by the worker.

use chrono::{DateTime, Utc};
use lintel_core::{InspectionId, OrganisationId, PropertyId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Which properties are listed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Listed {
    /// The organisation; `None` for everybody's.
    pub organisation: Option<OrganisationId>,
    /// The time since which they were added or changed; `None` for all.
    pub since: Option<DateTime<Utc>>,
}

/// At most `limit` of the properties that are `listed` with ids above `after`, by id.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.snapshot.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    listed: Listed,
    after: i64,
    limit: i64,
) -> Result<Vec<(OrganisationId, PropertyId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, property_id FROM properties
         WHERE property_id > $1 AND ($3::bigint IS NULL OR organisation_id = $3) AND ($4::timestamptz IS NULL OR updated_at >= $4)
         ORDER BY property_id LIMIT $2",
        after,
        limit,
        listed.organisation.map(OrganisationId::get),
        listed.since,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.organisation_id.into(), row.property_id.into()))
        .collect())
}

/// At most `limit` scheduled inspections, whoever's they are, with ids above `after`, by id.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.snapshot.inspections", skip_all)]
pub async fn inspections(
    tx: &mut PgConnection,
    after: i64,
    limit: i64,
) -> Result<Vec<(OrganisationId, InspectionId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, inspection_id FROM property_inspections
         WHERE inspection_id > $1 AND status = 'Scheduled' ORDER BY inspection_id LIMIT $2",
        after,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.organisation_id.into(), row.inspection_id.into()))
        .collect())
}
