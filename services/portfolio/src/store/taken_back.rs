//! Acts that were taken back.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, TakenBackId, UserId};
use lintel_db::StoreError;
use serde_json::Value;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{Outlook, TakeBack, TakeBackAct, TakenBack};

/// The most entries that a list shows.
const MOST: i64 = 200;

/// Writes down that an act was taken back, and why.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.taken_back.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    (act, object): (TakeBackAct, i64),
    outlook: &Outlook,
    why: &TakeBack,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<TakenBackId, StoreError> {
    let report = &outlook.report;
    let media = report.media.iter().map(|file| file.as_str().to_owned());
    let media: Vec<String> = media.collect();
    let id = sqlx::query_scalar!(
        "INSERT INTO property_take_backs (organisation_id, act, object_id, property_id, what, reason, rows, issues_found, action_required,
                                 media_urls, taken_back_by, taken_back_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING property_take_back_id",
        organisation.get(),
        act.as_str(),
        object,
        outlook.property.map(PropertyId::get),
        outlook.what,
        why.reason,
        serde_json::json!(outlook.rows),
        report.issues_found,
        report.action_required,
        &media,
        by.get(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

struct Row {
    property_take_back_id: i64,
    act: String,
    property_id: Option<i64>,
    what: String,
    reason: String,
    rows: Value,
    issues_found: Option<String>,
    action_required: Option<String>,
    media_urls: Vec<String>,
    taken_back_by: i64,
    taken_back_at: DateTime<Utc>,
}

impl TryFrom<Row> for TakenBack {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let name = RowName {
            table: "property_take_backs",
            id: row.property_take_back_id,
        };
        Ok(Self {
            id: row.property_take_back_id.into(),
            act: name.known("act", TakeBackAct::parse(&row.act))?,
            what: row.what,
            reason: row.reason,
            property: row.property_id.map(Into::into),
            by: row.taken_back_by.into(),
            at: row.taken_back_at,
            rows: name.known("rows", serde_json::from_value(row.rows).ok())?,
            issues_found: row.issues_found,
            action_required: row.action_required,
            media: row.media_urls,
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
        "SELECT property_take_back_id, act, property_id, what, reason, rows, issues_found, action_required, media_urls, taken_back_by,
                taken_back_at
         FROM property_take_backs WHERE organisation_id = $1 AND property_take_back_id = $2",
        organisation.get(),
        id.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The entries of a property, or of all, the newest first.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.taken_back.list", skip_all)]
pub async fn list(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: Option<PropertyId>,
) -> Result<Vec<TakenBack>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT property_take_back_id, act, property_id, what, reason, rows, issues_found, action_required, media_urls, taken_back_by,
                taken_back_at
         FROM property_take_backs WHERE organisation_id = $1 AND ($2::bigint IS NULL OR property_id = $2)
         ORDER BY property_take_back_id DESC LIMIT $3",
        organisation.get(),
        property.map(PropertyId::get),
        MOST,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
