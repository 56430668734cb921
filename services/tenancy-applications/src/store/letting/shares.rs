//! What tenants pay of the rent from a day on.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Money, OrganisationId, TenancyId, TenantId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::letting::{Tenancy, tenancy::DatedShares};

/// The shares that were said in a tenancy, the oldest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.shares.of_tenancy", skip_all)]
pub async fn of_tenancy(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Vec<DatedShares>, StoreError> {
    let rows = sqlx::query!(
        "SELECT effective_date, tenant_id, share FROM tenant_shares
         WHERE organisation_id = $1 AND tenancy_id = $2 ORDER BY effective_date, tenant_id",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_all(tx)
    .await?;
    let mut said: Vec<DatedShares> = Vec::new();
    for row in rows {
        let name = RowName {
            table: "tenant_shares",
            id: row.tenant_id,
        };
        let of = (
            TenantId::from(row.tenant_id),
            name.money("share", row.share)?,
        );
        match said.last_mut().filter(|one| one.from == row.effective_date) {
            Some(same) => same.of.push(of),
            None => said.push(DatedShares {
                from: row.effective_date,
                of: vec![of],
            }),
        }
    }
    Ok(said)
}

/// Writes the shares that were said in a tenancy as they are now.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.shares.replace", skip_all)]
pub async fn replace(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM tenant_shares WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.id.get(),
    )
    .execute(&mut *tx)
    .await?;
    let rows = tenancy.said.iter().flat_map(|said| {
        let from = said.from;
        said.of
            .iter()
            .map(move |(tenant, share)| (from, *tenant, *share))
    });
    let rows: Vec<(NaiveDate, TenantId, Money)> = rows.collect();
    let dates: Vec<NaiveDate> = rows.iter().map(|(from, _, _)| *from).collect();
    let tenants: Vec<i64> = rows.iter().map(|(_, tenant, _)| tenant.get()).collect();
    let shares: Vec<Decimal> = rows
        .iter()
        .map(|(_, _, share)| share.to_decimal())
        .collect();
    sqlx::query!(
        "INSERT INTO tenant_shares (organisation_id, tenancy_id, effective_date, tenant_id, share, created_at)
         SELECT $1, $2, given.effective_date, given.tenant_id, given.share, $6
         FROM unnest($3::date[], $4::bigint[], $5::numeric[]) AS given (effective_date, tenant_id, share)",
        organisation.get(),
        tenancy.id.get(),
        &dates,
        &tenants,
        &shares,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
