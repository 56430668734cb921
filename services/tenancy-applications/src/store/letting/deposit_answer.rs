//! What tenants say of the return of their deposit.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, TenancyId, TenantId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::letting::{DepositAnswer, SaidOfReturn};

/// The answers of a tenancy's tenants, by their names.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.deposit_answer.of_tenancy", skip_all)]
pub async fn of_tenancy(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Vec<DepositAnswer>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenant_id, name, agreed, reason, answered_at, outdated
         FROM deposit_answers JOIN tenants USING (organisation_id, tenant_id)
         WHERE organisation_id = $1 AND tenancy_id = $2 ORDER BY name, tenant_id",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_all(tx)
    .await?;
    let answers = rows.into_iter().map(|row| DepositAnswer {
        tenant: row.tenant_id.into(),
        name: row.name,
        said: SaidOfReturn {
            agreed: row.agreed,
            text: row.reason,
        },
        at: row.answered_at,
        outdated: row.outdated,
    });
    Ok(answers.collect())
}

/// Keeps what a tenant says in place of what they said before.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.deposit_answer.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    said: &SaidOfReturn,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO deposit_answers (organisation_id, tenant_id, agreed, reason, answered_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (organisation_id, tenant_id) DO UPDATE SET agreed = $3, reason = $4, answered_at = $5, outdated = false",
        organisation.get(),
        tenant.get(),
        said.agreed,
        said.text,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
