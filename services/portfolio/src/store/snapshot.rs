//! Properties of every organisation as other services keep copies of them: read by the worker.

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// At most `limit` properties, whoever's they are, with ids above `after`, by id.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.snapshot.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    after: i64,
    limit: i64,
) -> Result<Vec<(OrganisationId, PropertyId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, property_id FROM properties WHERE property_id > $1 ORDER BY property_id LIMIT $2",
        after,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.organisation_id.into(), row.property_id.into()))
        .collect())
}
