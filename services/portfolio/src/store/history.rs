//! How properties stood over time. Entries are added and read, never altered.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::{RowName, decimal};
use crate::domain::{HistoryEntry, Standing, Status};

struct HistoryRow {
    property_history_id: i64,
    valid_from: DateTime<Utc>,
    status: String,
    monthly_rent: Decimal,
    current_value: Option<Decimal>,
    monthly_costs: Decimal,
    changed_by: Option<i64>,
    version: i64,
}

impl TryFrom<HistoryRow> for HistoryEntry {
    type Error = StoreError;

    fn try_from(row: HistoryRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "property_history",
            id: row.property_history_id,
        };
        Ok(Self {
            id: row.property_history_id.into(),
            standing: Standing {
                valid_from: row.valid_from,
                status: name.known("status", Status::parse(&row.status))?,
                monthly_rent: name.money("monthly_rent", row.monthly_rent)?,
                current_value: name.some_money("current_value", row.current_value)?,
                monthly_costs: name.money("monthly_costs", row.monthly_costs)?,
                changed_by: row.changed_by.map(UserId::new),
                version: row.version,
            },
        })
    }
}

/// Adds the entry of a change; called in the transaction of that change.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.property_history.append", skip_all)]
pub async fn append(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    standing: &Standing,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status,
             monthly_rent, current_value, monthly_costs, changed_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        organisation.get(),
        property.get(),
        standing.version,
        standing.valid_from,
        standing.status.as_str(),
        standing.monthly_rent.to_decimal(),
        decimal(standing.current_value),
        standing.monthly_costs.to_decimal(),
        standing.changed_by.map(UserId::get),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// At most `limit` entries of versions before `version`, the newest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.property_history.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    version: i64,
    limit: i64,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let rows = sqlx::query_as!(
        HistoryRow,
        "SELECT property_history_id, valid_from, status, monthly_rent, current_value, monthly_costs, changed_by, version
         FROM property_history
         WHERE organisation_id = $1 AND property_id = $2 AND version < $3
         ORDER BY version DESC
         LIMIT $4",
        organisation.get(),
        property.get(),
        version,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
