//! Whether a tenant's present address was invited to the portal. A trigger forgets it when the address becomes another.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, TenantId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Notes that a tenant's present address is invited.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_invitation.note", skip_all)]
pub async fn note(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE tenants SET portal_invited_at = $3 WHERE organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        tenant.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Invitations that the organisation mailed to an address within the last day, whichever tenant has it.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_invitation.mailed_to", skip_all)]
pub async fn mailed_to(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    email: &str,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM link_tokens JOIN tenants USING (organisation_id)
         WHERE organisation_id = $1 AND purpose = 'portal' AND subject_id = tenant_id AND lower(email) = lower($2)
             AND made_at > now() - interval '1 day'"#,
        organisation.get(),
        email,
    )
    .fetch_one(tx)
    .await?)
}

/// Whether a tenant's present address was invited.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_invitation.stands", skip_all)]
pub async fn stands(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<bool, StoreError> {
    let invited = sqlx::query_scalar!(
        r#"SELECT portal_invited_at IS NOT NULL AS "stands!" FROM tenants WHERE organisation_id = $1 AND tenant_id = $2"#,
        organisation.get(),
        tenant.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(invited.unwrap_or_default())
}
