//! The states of properties over time, and the differences of each change. Entries are added and read, never altered.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::{RowName, decimal};
use crate::domain::{Departure, FieldChange, HistoryEntry, Standing, Status};

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

impl HistoryRow {
    fn into_entry(self, changes: Vec<FieldChange>) -> Result<HistoryEntry, StoreError> {
        let row = self;
        let name = RowName {
            table: "property_history",
            id: row.property_history_id,
        };
        Ok(HistoryEntry {
            id: row.property_history_id.into(),
            changes,
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

/// Adds the entry of a change and what it made different; called in the transaction of that change.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.property_history.append", skip_all)]
pub async fn append(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    standing: &Standing,
    changes: &[FieldChange],
) -> Result<(), StoreError> {
    let entry = sqlx::query_scalar!(
        "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status,
             monthly_rent, current_value, monthly_costs, changed_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         RETURNING property_history_id",
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
    .fetch_one(&mut *tx)
    .await?;
    append_changes(tx, organisation, entry, changes).await
}

/// Adds an entry that says how the settings of the property's inspections became what they are since `version` of them. The property
/// itself stays as it stood.
///
/// # Errors
/// [`StoreError`] when the database refuses or the property has no history.
#[tracing::instrument(name = "db.property_history.append_settings", skip_all)]
pub async fn append_settings(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    version: i64,
    now: DateTime<Utc>,
    changed_by: UserId,
    changes: &[FieldChange],
) -> Result<(), StoreError> {
    let entry = sqlx::query_scalar!(
        "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent,
             current_value, monthly_costs, changed_by, settings_version)
         SELECT organisation_id, property_id, version, $3, status, monthly_rent, current_value, monthly_costs, $4, $5
         FROM property_history
         WHERE organisation_id = $1 AND property_id = $2 AND settings_version IS NULL
         ORDER BY version DESC
         LIMIT 1
         RETURNING property_history_id",
        organisation.get(),
        property.get(),
        now,
        changed_by.get(),
        version,
    )
    .fetch_one(&mut *tx)
    .await?;
    append_changes(tx, organisation, entry, changes).await
}

async fn append_changes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    entry: i64,
    changes: &[FieldChange],
) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    let column = |value: fn(&FieldChange) -> &Option<String>| {
        let values = changes.iter().map(|change| value(change).clone());
        values.collect::<Vec<_>>()
    };
    let fields: Vec<_> = changes.iter().map(|change| change.field.clone()).collect();
    sqlx::query!(
        "INSERT INTO property_changes (organisation_id, property_history_id, place, field, room_number, old_value, new_value)
         SELECT $1, $2, given.place, given.field, given.room_number, given.old_value, given.new_value
         FROM unnest($3::text[], $4::text[], $5::text[], $6::text[])
             WITH ORDINALITY AS given (field, room_number, old_value, new_value, place)",
        organisation.get(),
        entry,
        &fields,
        &column(|change| &change.room) as &[Option<String>],
        &column(|change| &change.before) as &[Option<String>],
        &column(|change| &change.after) as &[Option<String>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes the changed values from the entries of a property; its figures are kept. For a property that is deleted: what it was
/// called and who lent money on it goes with it.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.property_history.forget_changes", skip_all)]
pub async fn forget_changes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM property_changes
         WHERE organisation_id = $1 AND property_history_id IN (
             SELECT property_history_id FROM property_history WHERE organisation_id = $1 AND property_id = $2)",
        organisation.get(),
        property.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends a property's history: the closing entry repeats how it stood and has the version above its last. Called in the
/// transaction that takes the property out of the portfolio.
///
/// # Errors
/// [`StoreError`] when the database refuses or there is no history to end.
#[tracing::instrument(name = "db.property_history.close", skip_all)]
pub async fn close(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    departure: Departure,
    now: DateTime<Utc>,
    changed_by: UserId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent,
             current_value, monthly_costs, changed_by, departure)
         SELECT organisation_id, property_id, version + 1, $3, status, monthly_rent, current_value, monthly_costs, $4, $5
         FROM property_history
         WHERE organisation_id = $1 AND property_id = $2
         ORDER BY version DESC
         LIMIT 1
         RETURNING property_history_id",
        organisation.get(),
        property.get(),
        now,
        changed_by.get(),
        departure.as_str(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// At most `limit` entries before the one of `before` (version, id), the newest first; without the one that ends the history.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.property_history.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    before: (i64, i64),
    limit: i64,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let rows = sqlx::query_as!(
        HistoryRow,
        "SELECT property_history_id, valid_from, status, monthly_rent, current_value, monthly_costs, changed_by, version
         FROM property_history
         WHERE organisation_id = $1 AND property_id = $2 AND (version, property_history_id) < ($3, $4) AND departure IS NULL
         ORDER BY version DESC, property_history_id DESC
         LIMIT $5",
        organisation.get(),
        property.get(),
        before.0,
        before.1,
        limit,
    )
    .fetch_all(&mut *tx)
    .await?;
    let ids: Vec<_> = rows.iter().map(|row| row.property_history_id).collect();
    let mut changes = changes_of(tx, organisation, &ids).await?;
    rows.into_iter()
        .map(|row| {
            let changes = changes.remove(&row.property_history_id);
            row.into_entry(changes.unwrap_or_default())
        })
        .collect()
}

async fn changes_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    entries: &[i64],
) -> Result<HashMap<i64, Vec<FieldChange>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT property_history_id, field, room_number, old_value, new_value
         FROM property_changes
         WHERE organisation_id = $1 AND property_history_id = ANY ($2)
         ORDER BY property_history_id, place",
        organisation.get(),
        entries,
    )
    .fetch_all(tx)
    .await?;
    let mut changes: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        let entry = changes.entry(row.property_history_id).or_default();
        entry.push(FieldChange {
            field: row.field,
            room: row.room_number,
            before: row.old_value,
            after: row.new_value,
        });
    }
    Ok(changes)
}
