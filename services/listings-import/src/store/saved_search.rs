//! Saved searches.

use chrono::{DateTime, Utc};
use lintel_core::{Money, OrganisationId, SavedSearchId, UserId, Violations};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::{Filter, ListingGroup, NewSearch, SavedSearch};

struct SearchRow {
    saved_search_id: i64,
    display_name: String,
    location: String,
    listing_type: Option<String>,
    min_pence: Option<i64>,
    max_pence: Option<i64>,
    created_at: DateTime<Utc>,
}

impl TryFrom<SearchRow> for SavedSearch {
    type Error = StoreError;

    fn try_from(row: SearchRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "saved_searches",
            id: row.saved_search_id,
        };
        let group = row.listing_type.as_deref();
        let group = group.map(|text| name.known("listing_type", ListingGroup::parse(text)));
        let filter = Filter::try_new(
            &row.location,
            group.transpose()?,
            row.min_pence.map(Money::gbp),
            row.max_pence.map(Money::gbp),
            Violations::default(),
        );
        Ok(Self {
            id: row.saved_search_id.into(),
            name: row.display_name,
            filter: name.known("location", filter.ok())?,
            location: row.location,
            created_at: row.created_at,
        })
    }
}

/// Saves a search.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.saved_search.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    new: &NewSearch,
    now: DateTime<Utc>,
) -> Result<SavedSearch, StoreError> {
    let (start, outcode, words) = new.filter.location.parts();
    sqlx::query_as!(
        SearchRow,
        "INSERT INTO saved_searches (organisation_id, user_id, display_name, location, postcode_start, outcode, words, listing_type,
             min_pence, max_pence, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         RETURNING saved_search_id, display_name, location, listing_type, min_pence, max_pence, created_at",
        organisation.get(),
        user.get(),
        new.name,
        new.location,
        start,
        outcode,
        words,
        new.filter.group.map(ListingGroup::as_str),
        new.filter.min_price.map(Money::minor),
        new.filter.max_price.map(Money::minor),
        now,
    )
    .fetch_one(tx)
    .await?
    .try_into()
}

/// A person's saved searches, the newest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.saved_search.of", skip_all)]
pub async fn of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<Vec<SavedSearch>, StoreError> {
    let rows = sqlx::query_as!(
        SearchRow,
        "SELECT saved_search_id, display_name, location, listing_type, min_pence, max_pence, created_at
         FROM saved_searches WHERE organisation_id = $1 AND user_id = $2 ORDER BY saved_search_id DESC",
        organisation.get(),
        user.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Counts a person's saved searches. Serialises those that are saved at once.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.saved_search.count", skip_all)]
pub async fn count(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
) -> Result<i64, StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('saved searches of ' || $1::bigint::text, 0))",
        user.get(),
    )
    .execute(&mut *tx)
    .await?;
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM saved_searches WHERE organisation_id = $1 AND user_id = $2"#,
        organisation.get(),
        user.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Deletes a person's search. Returns whether there was one.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.saved_search.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    search: SavedSearchId,
) -> Result<bool, StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM saved_searches WHERE organisation_id = $1 AND user_id = $2 AND saved_search_id = $3",
        organisation.get(),
        user.get(),
        search.get(),
    )
    .execute(tx)
    .await?;
    Ok(gone.rows_affected() == 1)
}
