//! What is known of tenancies' deposits.

use chrono::{DateTime, Utc};
use lintel_core::{Money, OrganisationId, TenancyDocumentId, TenancyId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::letting::{Deposit, DepositScheme};

/// What is known of the deposit of a tenancy; `None` where nothing was recorded.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.deposit.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Option<Deposit>, StoreError> {
    let row = sqlx::query!(
        "SELECT receive_date, scheme, scheme_reference, protect_date, information_date, return_date, returned, deductions,
             bill_document_id
         FROM deposits WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_optional(tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let name = RowName {
        table: "deposits",
        id: tenancy.get(),
    };
    let scheme = row
        .scheme
        .map(|text| name.known("scheme", DepositScheme::parse(&text)));
    Ok(Some(Deposit {
        received: row.receive_date,
        scheme: scheme.transpose()?,
        scheme_reference: row.scheme_reference,
        protected: row.protect_date,
        informed: row.information_date,
        returned_on: row.return_date,
        returned: name.some_money("returned", row.returned)?,
        deductions: row.deductions,
        bill: row.bill_document_id.map(Into::into),
    }))
}

/// Keeps what is known of the deposit of a tenancy in place of what was. What tenants said of another return stays,
/// and is noted as outdated.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.deposit.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    deposit: &Deposit,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE deposit_answers AS answers SET outdated = true FROM tenants, deposits
         WHERE answers.organisation_id = $1 AND tenants.organisation_id = $1 AND tenants.tenant_id = answers.tenant_id
             AND tenants.tenancy_id = $2 AND deposits.organisation_id = $1 AND deposits.tenancy_id = $2
             AND (deposits.return_date, deposits.returned, deposits.deductions) IS DISTINCT FROM ($3::date, $4::numeric, $5::text)",
        organisation.get(),
        tenancy.get(),
        deposit.returned_on,
        deposit.returned.map(Money::to_decimal),
        deposit.deductions,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "INSERT INTO deposits (organisation_id, tenancy_id, receive_date, scheme, scheme_reference, protect_date, information_date,
                               return_date, returned, deductions, updated_at, bill_document_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (organisation_id, tenancy_id) DO UPDATE
         SET receive_date = $3, scheme = $4, scheme_reference = $5, protect_date = $6, information_date = $7, return_date = $8,
             returned = $9, deductions = $10, updated_at = $11, bill_document_id = $12",
        organisation.get(),
        tenancy.get(),
        deposit.received,
        deposit.scheme.map(DepositScheme::as_str),
        deposit.scheme_reference,
        deposit.protected,
        deposit.informed,
        deposit.returned_on,
        deposit.returned.map(Money::to_decimal),
        deposit.deductions,
        at,
        deposit.bill.map(TenancyDocumentId::get),
    )
    .execute(tx)
    .await?;
    Ok(())
}
