//! Papers that the tenants of tenancies were given.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{OrganisationId, TenancyId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::letting::Paper;

/// When a paper was given in a tenancy; `None` where that was not recorded or was taken back.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.paper.given", skip_all)]
pub async fn given(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    paper: Paper,
) -> Result<Option<NaiveDate>, StoreError> {
    let day = sqlx::query_scalar!(
        "SELECT delivery_date FROM tenancy_papers WHERE organisation_id = $1 AND tenancy_id = $2 AND paper = $3",
        organisation.get(),
        tenancy.get(),
        paper.as_str(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(day.flatten())
}

/// When all had signed the agreement that Lintel wrote for a tenancy, where one holds.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.paper.signed", skip_all)]
pub async fn signed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let at = sqlx::query_scalar!(
        "SELECT completed_at FROM agreements
         WHERE organisation_id = $1 AND tenancy_id = $2 AND state = 'signed' AND edition IS NOT NULL",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(at.flatten())
}

/// Keeps when a paper was given in place of what was kept.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.paper.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    (paper, given): (Paper, Option<NaiveDate>),
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO tenancy_papers (organisation_id, tenancy_id, paper, delivery_date, updated_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (organisation_id, tenancy_id, paper) DO UPDATE SET delivery_date = $4, updated_at = $5",
        organisation.get(),
        tenancy.get(),
        paper.as_str(),
        given,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
