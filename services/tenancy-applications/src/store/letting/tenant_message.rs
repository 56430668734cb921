//! When tenants wrote to their landlord: the texts are mailed and not kept.

use chrono::{DateTime, Duration, Utc};
use lintel_core::{OrganisationId, TenantId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Returns when a tenant wrote after `since`, the first time in front.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_message.since", skip_all)]
pub async fn since(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    since: DateTime<Utc>,
) -> Result<Vec<DateTime<Utc>>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT at AS "at!" FROM tenants, unnest(wrote_at) AS at
           WHERE organisation_id = $1 AND tenant_id = $2 AND at > $3 ORDER BY at"#,
        organisation.get(),
        tenant.get(),
        since,
    )
    .fetch_all(tx)
    .await?)
}

/// Notes that a tenant writes; what is older than `period` is forgotten.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_message.note", skip_all)]
pub async fn note(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    period: Duration,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE tenants SET wrote_at = array(SELECT at FROM unnest(wrote_at) AS at WHERE at > $3) || $4::timestamptz
         WHERE organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        tenant.get(),
        now - period,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
