//! The costs of requests.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{AttachmentId, CostId, MaintenanceRequestId, OrganisationId, UserId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::maintenance::{Cost, CostLine};

struct CostRow {
    cost_id: i64,
    description: String,
    amount: Decimal,
    cost_date: NaiveDate,
    attachment_id: Option<i64>,
    added_by: i64,
    created_at: DateTime<Utc>,
}

impl TryFrom<CostRow> for Cost {
    type Error = StoreError;

    fn try_from(row: CostRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "maintenance_costs",
            id: row.cost_id,
        };
        Ok(Self {
            id: row.cost_id.into(),
            line: CostLine {
                description: row.description,
                amount: name.money("amount", row.amount)?,
                date: row.cost_date,
                invoice: row.attachment_id.map(Into::into),
            },
            added_by: row.added_by.into(),
            created_at: row.created_at,
        })
    }
}

/// The costs of a request, the oldest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.maintenance_cost.of_request", skip_all)]
pub async fn of_request(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
) -> Result<Vec<Cost>, StoreError> {
    let rows = sqlx::query_as!(
        CostRow,
        "SELECT cost_id, description, amount, cost_date, attachment_id, added_by, created_at FROM maintenance_costs
         WHERE organisation_id = $1 AND maintenance_request_id = $2 ORDER BY cost_id",
        organisation.get(),
        request.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Adds a line.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_cost.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
    line: &CostLine,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<CostId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO maintenance_costs
             (organisation_id, maintenance_request_id, description, amount, cost_date, attachment_id, added_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING cost_id",
        organisation.get(),
        request.get(),
        line.description,
        line.amount.to_decimal(),
        line.date,
        line.invoice.map(AttachmentId::get),
        by.get(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Takes a line of a request away.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_cost.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
    cost: CostId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM maintenance_costs WHERE organisation_id = $1 AND maintenance_request_id = $2 AND cost_id = $3",
        organisation.get(),
        request.get(),
        cost.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
