//! Requests whose target is over, of which nobody was told yet.

use chrono::{DateTime, Utc};
use lintel_core::{MaintenanceRequestId, OrganisationId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Takes up to `at_most` requests whose next target is over at `now` and notes that it is told. What another replica takes at this moment
/// is left to it.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_overdue.take", skip_all)]
pub async fn take(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    at_most: i64,
) -> Result<Vec<(OrganisationId, MaintenanceRequestId, DateTime<Utc>)>, StoreError> {
    let rows = sqlx::query!(
        r#"UPDATE maintenance_requests SET overdue_told_for = next_due_at
         WHERE (organisation_id, maintenance_request_id) IN (
             SELECT organisation_id, maintenance_request_id FROM maintenance_requests
             WHERE next_due_at < $1 AND overdue_told_for IS DISTINCT FROM next_due_at
                 AND NOT EXISTS (SELECT FROM vm_gone_organisations g WHERE g.organisation_id = maintenance_requests.organisation_id)
             ORDER BY next_due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING organisation_id, maintenance_request_id, next_due_at AS "next_due_at!""#,
        now,
        at_most,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            (
                row.organisation_id.into(),
                row.maintenance_request_id.into(),
                row.next_due_at,
            )
        })
        .collect())
}
