//! Which tenants see which requests.

use chrono::NaiveDate;
use lintel_core::{MaintenanceRequestId, OrganisationId, TenantId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Lets tenants see a request.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_seen_by.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
    tenants: &[TenantId],
) -> Result<(), StoreError> {
    let tenants: Vec<i64> = tenants.iter().map(|tenant| tenant.get()).collect();
    sqlx::query!(
        "INSERT INTO maintenance_request_tenants (organisation_id, maintenance_request_id, tenant_id)
         SELECT $1, $2, unnest($3::bigint[]) ON CONFLICT DO NOTHING",
        organisation.get(),
        request.get(),
        &tenants,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The tenants that see a request, the first to last.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_seen_by.of_request", skip_all)]
pub async fn of_request(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
) -> Result<Vec<TenantId>, StoreError> {
    let tenants = sqlx::query_scalar!(
        "SELECT tenant_id FROM maintenance_request_tenants
         WHERE organisation_id = $1 AND maintenance_request_id = $2 ORDER BY tenant_id",
        organisation.get(),
        request.get(),
    )
    .fetch_all(tx)
    .await?;
    Ok(tenants.into_iter().map(Into::into).collect())
}

/// The accounts of the tenants that see a request and live there on a day.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_seen_by.accounts", skip_all)]
pub async fn accounts(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
    day: NaiveDate,
) -> Result<Vec<UserId>, StoreError> {
    let users = sqlx::query_scalar!(
        r#"SELECT DISTINCT unnest(t.user_ids) AS "user_id!"
         FROM maintenance_request_tenants s
         JOIN vm_tenants t ON t.organisation_id = s.organisation_id AND t.tenant_id = s.tenant_id AND t.lease_status = 'Active'
             AND (t.last_date IS NULL OR t.last_date >= $3)
         WHERE s.organisation_id = $1 AND s.maintenance_request_id = $2 ORDER BY 1"#,
        organisation.get(),
        request.get(),
        day,
    )
    .fetch_all(tx)
    .await?;
    Ok(users.into_iter().map(Into::into).collect())
}
