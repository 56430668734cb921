//! Acts that were taken back: the history of tenancies.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, OrganisationId, PropertyId, TakenBackId, TenancyId, UserId};
use lintel_db::{RowName, StoreError};
use serde_json::Value;
use sqlx::PgConnection;

use crate::domain::letting::{Outlook, TakeBack, TakeBackAct, TakeBackBasis, TakenBack};

/// The most entries that a list shows.
const MOST: i64 = 200;

/// Of which row an act was, and where its history is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Object {
    /// The act.
    pub act: TakeBackAct,
    /// The row.
    pub id: i64,
    /// The tenancy.
    pub tenancy: Option<TenancyId>,
    /// The property.
    pub property: Option<PropertyId>,
    /// The application.
    pub application: Option<ApplicationId>,
}

/// Writes down that an act was taken back, and why.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.taken_back.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    object: Object,
    outlook: &Outlook,
    why: &TakeBack,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<TakenBackId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO taken_back (organisation_id, act, object_id, tenancy_id, property_id, application_id, what, reason, basis,
                                 rows, taken_back_by, taken_back_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING taken_back_id",
        organisation.get(),
        object.act.as_str(),
        object.id,
        object.tenancy.map(TenancyId::get),
        object.property.map(PropertyId::get),
        object.application.map(ApplicationId::get),
        outlook.what,
        why.reason,
        why.basis.map(TakeBackBasis::as_str),
        serde_json::json!(outlook.rows),
        by.get(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

struct Row {
    taken_back_id: i64,
    act: String,
    what: String,
    reason: String,
    basis: Option<String>,
    rows: Value,
    taken_back_by: i64,
    taken_back_at: DateTime<Utc>,
}

impl TryFrom<Row> for TakenBack {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let name = RowName {
            table: "taken_back",
            id: row.taken_back_id,
        };
        let basis = row.basis.as_deref();
        Ok(Self {
            id: row.taken_back_id.into(),
            act: name.known("act", TakeBackAct::parse(&row.act))?,
            what: row.what,
            reason: row.reason,
            basis: basis
                .map(|basis| name.known("basis", TakeBackBasis::parse(basis)))
                .transpose()?,
            by: row.taken_back_by.into(),
            at: row.taken_back_at,
            rows: name.known("rows", serde_json::from_value(row.rows).ok())?,
        })
    }
}

/// One entry.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.taken_back.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    id: TakenBackId,
) -> Result<Option<TakenBack>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT taken_back_id, act, what, reason, basis, rows, taken_back_by, taken_back_at
         FROM taken_back WHERE organisation_id = $1 AND taken_back_id = $2",
        organisation.get(),
        id.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The entries of a tenancy, or of a property, the newest first.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.taken_back.list", skip_all)]
pub async fn list(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: Option<TenancyId>,
    property: Option<PropertyId>,
) -> Result<Vec<TakenBack>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT taken_back_id, act, what, reason, basis, rows, taken_back_by, taken_back_at
         FROM taken_back WHERE organisation_id = $1 AND (tenancy_id = $2 OR property_id = $3)
         ORDER BY taken_back_id DESC LIMIT $4",
        organisation.get(),
        tenancy.map(TenancyId::get),
        property.map(PropertyId::get),
        MOST,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
