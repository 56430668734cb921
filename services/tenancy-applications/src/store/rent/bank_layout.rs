//! Layouts of banks' files whose columns somebody named.

use chrono::{DateTime, Utc};
use lintel_core::{BankAccountId, BankLayoutId, OrganisationId};
use lintel_db::StoreError;
use serde_json::Value;
use sqlx::PgConnection;

use crate::domain::rent::{KeptLayout, NewLayout};

struct LayoutRow {
    bank_layout_id: i64,
    shape: String,
    name: String,
    header: Vec<String>,
    layout: Value,
    bank_account_id: Option<i64>,
    used_at: DateTime<Utc>,
}

impl From<LayoutRow> for KeptLayout {
    fn from(row: LayoutRow) -> Self {
        Self {
            id: row.bank_layout_id.into(),
            used_at: row.used_at,
            kept: NewLayout {
                shape: row.shape,
                name: row.name,
                header: row.header,
                layout: row.layout,
                account: row.bank_account_id.map(Into::into),
            },
        }
    }
}

/// The layouts of an organisation, by their names.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.bank_layout.list", skip_all)]
pub async fn list(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<KeptLayout>, StoreError> {
    let rows = sqlx::query_as!(
        LayoutRow,
        "SELECT bank_layout_id, shape, name, header, layout, bank_account_id, used_at FROM bank_layouts
         WHERE organisation_id = $1 ORDER BY lower(name), bank_layout_id",
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// The layout of files with a header.
///
/// # Errors
/// As [`list`].
#[tracing::instrument(name = "db.bank_layout.of_shape", skip_all)]
pub async fn of_shape(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    shape: &str,
) -> Result<Option<KeptLayout>, StoreError> {
    let row = sqlx::query_as!(
        LayoutRow,
        "SELECT bank_layout_id, shape, name, header, layout, bank_account_id, used_at FROM bank_layouts
         WHERE organisation_id = $1 AND shape = $2",
        organisation.get(),
        shape,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(Into::into))
}

/// Keeps a layout in place of one of the same header.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.bank_layout.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &NewLayout,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO bank_layouts (organisation_id, shape, name, header, layout, bank_account_id, used_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
         ON CONFLICT ON CONSTRAINT bank_layouts_organisation_id_shape_uq
         DO UPDATE SET name = $3, header = $4, layout = $5, bank_account_id = $6, used_at = $7",
        organisation.get(),
        new.shape,
        new.name,
        &new.header,
        new.layout,
        new.account.map(BankAccountId::get),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets a layout. Gives whether there was one.
///
/// # Errors
/// As [`keep`].
#[tracing::instrument(name = "db.bank_layout.remove", skip_all)]
pub async fn remove(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    layout: BankLayoutId,
) -> Result<bool, StoreError> {
    let removed = sqlx::query!(
        "DELETE FROM bank_layouts WHERE organisation_id = $1 AND bank_layout_id = $2",
        organisation.get(),
        layout.get(),
    )
    .execute(tx)
    .await?;
    Ok(removed.rows_affected() > 0)
}
