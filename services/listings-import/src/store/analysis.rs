//! Saved analyses.

use chrono::{DateTime, Utc};
use lintel_core::{AnalysisId, OrganisationId, UserId, london_date};
use lintel_db::{RowName, StoreError};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::nation;
use crate::domain::{Analysis, AssumptionSource, Assumptions, Saved};

struct AnalysisRow {
    analysis_id: i64,
    listing_id: i64,
    title: String,
    address: String,
    postcode: String,
    nation: Option<String>,
    display_name: String,
    assumptions: Value,
    sources: Value,
    updated_at: DateTime<Utc>,
    version: i64,
}

impl TryFrom<AnalysisRow> for Analysis {
    type Error = StoreError;

    fn try_from(row: AnalysisRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "analyses",
            id: row.analysis_id,
        };
        let assumptions: Option<Assumptions> = serde_json::from_value(row.assumptions).ok();
        let sources: Option<Vec<AssumptionSource>> = serde_json::from_value(row.sources).ok();
        Ok(Self {
            saved: Some(Saved {
                id: row.analysis_id.into(),
                updated_at: row.updated_at,
                version: row.version,
            }),
            listing: row.listing_id.into(),
            title: row.title,
            address: row.address,
            listing_nation: nation(&name, row.nation.as_deref(), &row.postcode)?,
            name: row.display_name,
            day: london_date(row.updated_at),
            assumptions: name.known("assumptions", assumptions)?,
            sources: name.known("sources", sources)?,
        })
    }
}

/// Saves a new analysis. Returns its number.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.analysis.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    analysis: &Analysis,
    now: DateTime<Utc>,
) -> Result<AnalysisId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO analyses (organisation_id, user_id, listing_id, display_name, assumptions, sources, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING analysis_id",
        organisation.get(),
        user.get(),
        analysis.listing.get(),
        analysis.name,
        json!(analysis.assumptions),
        json!(analysis.sources),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Replaces a person's analysis. Returns whether there was one.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.analysis.replace", skip_all)]
pub async fn replace(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    id: AnalysisId,
    analysis: &Analysis,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let replaced = sqlx::query!(
        "UPDATE analyses SET listing_id = $4, display_name = $5, assumptions = $6, sources = $7, updated_at = $8, version = version + 1
         WHERE organisation_id = $1 AND user_id = $2 AND analysis_id = $3",
        organisation.get(),
        user.get(),
        id.get(),
        analysis.listing.get(),
        analysis.name,
        json!(analysis.assumptions),
        json!(analysis.sources),
        now,
    )
    .execute(tx)
    .await?;
    Ok(replaced.rows_affected() == 1)
}

/// A person's analysis.
///
/// # Errors
/// [`StoreError`] when the database fails or the row is inconsistent.
#[tracing::instrument(name = "db.analysis.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    id: AnalysisId,
) -> Result<Option<Analysis>, StoreError> {
    let row = sqlx::query_as!(
        AnalysisRow,
        "SELECT a.analysis_id, a.listing_id, l.title, l.address, l.postcode, l.nation, a.display_name, a.assumptions, a.sources, a.updated_at,
             a.version
         FROM analyses a JOIN listings l ON l.listing_id = a.listing_id AND l.organisation_id IN (0, $1)
         WHERE a.organisation_id = $1 AND a.user_id = $2 AND a.analysis_id = $3",
        organisation.get(),
        user.get(),
        id.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// A page of a person's analyses, the newest first; `before` is when the last one of the page before was saved, and its number.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.analysis.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    before: Option<(DateTime<Utc>, i64)>,
    at_most: i64,
) -> Result<Vec<Analysis>, StoreError> {
    let rows = sqlx::query_as!(
        AnalysisRow,
        "SELECT a.analysis_id, a.listing_id, l.title, l.address, l.postcode, l.nation, a.display_name, a.assumptions, a.sources, a.updated_at,
             a.version
         FROM analyses a JOIN listings l ON l.listing_id = a.listing_id AND l.organisation_id IN (0, $1)
         WHERE a.organisation_id = $1 AND a.user_id = $2
           AND ($3::timestamptz IS NULL OR (a.updated_at, a.analysis_id) < ($3, $4::bigint))
         ORDER BY a.updated_at DESC, a.analysis_id DESC LIMIT $5",
        organisation.get(),
        user.get(),
        before.map(|(at, _)| at),
        before.map(|(_, id)| id),
        at_most,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Deletes a person's analysis. Returns whether there was one.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.analysis.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    id: AnalysisId,
) -> Result<bool, StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM analyses WHERE organisation_id = $1 AND user_id = $2 AND analysis_id = $3",
        organisation.get(),
        user.get(),
        id.get(),
    )
    .execute(tx)
    .await?;
    Ok(gone.rows_affected() == 1)
}
