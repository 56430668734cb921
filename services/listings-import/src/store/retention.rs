//! Expired rows, which the worker deletes once their time is over.

use chrono::{DateTime, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::picture;

/// Until when each kind of row must have ended to be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Listings that were withdrawn before, that nobody watches and nobody analysed.
    pub withdrawn: DateTime<Utc>,
    /// Rents that no feed named since.
    pub rents: DateTime<Utc>,
    /// Refusals of imports that ended before.
    pub refusals: DateTime<Utc>,
    /// Uploads that nobody went on with since.
    pub uploads: DateTime<Utc>,
    /// Imports that ended before.
    pub imports: DateTime<Utc>,
    /// Pictures beyond these.
    pub pictures: picture::Bounds,
}

/// The number of expired rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Over {
    /// Listings.
    pub listings: i64,
    /// Rents.
    pub rents: i64,
    /// Refusals.
    pub refusals: i64,
    /// Uploads and imports.
    pub imports: i64,
    /// Pictures, and that addresses gave none.
    pub pictures: i64,
}

impl Over {
    /// All of them.
    #[must_use]
    pub const fn sum(self) -> i64 {
        self.listings + self.rents + self.refusals + self.imports + self.pictures
    }
}

/// Counts what is over.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.retention.count", skip_all)]
pub async fn count(tx: &mut PgConnection, ended: Ended) -> Result<Over, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT
             (SELECT count(*) FROM listings l WHERE withdrawn_at <= $1
                 AND NOT EXISTS (SELECT FROM watchlist w WHERE w.listing_id = l.listing_id)
                 AND NOT EXISTS (SELECT FROM analyses a WHERE a.listing_id = l.listing_id)) AS "listings!",
             (SELECT count(*) FROM rent_comparables WHERE seen_at <= $2) AS "rents!",
             (SELECT count(*) FROM listing_import_refusals r JOIN listing_imports i USING (listing_import_id)
                 WHERE i.finished_at <= $3) AS "refusals!",
             (SELECT count(*) FROM listing_imports
                 WHERE (state = 'uploading' AND updated_at <= $4) OR finished_at <= $5) AS "imports!""#,
        ended.withdrawn,
        ended.rents,
        ended.refusals,
        ended.uploads,
        ended.imports,
    )
    .fetch_one(&mut *tx)
    .await?;
    Ok(Over {
        listings: rows.listings,
        rents: rows.rents,
        refusals: rows.refusals,
        imports: rows.imports,
        pictures: picture::count_over(tx, ended.pictures).await?,
    })
}

/// Deletes up to `at_most` rows of each kind that are over, and all pictures that are; medians that lose a rent are stale. Returns how many.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.retention.delete", skip_all)]
pub async fn delete(tx: &mut PgConnection, ended: Ended, at_most: i64) -> Result<Over, StoreError> {
    let listings = sqlx::query!(
        "DELETE FROM listings WHERE listing_id IN (
             SELECT l.listing_id FROM listings l WHERE withdrawn_at <= $1
                 AND NOT EXISTS (SELECT FROM watchlist w WHERE w.listing_id = l.listing_id)
                 AND NOT EXISTS (SELECT FROM analyses a WHERE a.listing_id = l.listing_id)
             LIMIT $2 FOR UPDATE SKIP LOCKED)",
        ended.withdrawn,
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    let rents = sqlx::query_scalar!(
        r#"WITH gone AS (
               DELETE FROM rent_comparables WHERE (organisation_id, source_key, external_key) IN (
                   SELECT organisation_id, source_key, external_key FROM rent_comparables WHERE seen_at <= $1
                   LIMIT $2 FOR UPDATE SKIP LOCKED)
               RETURNING outcode, bedrooms),
           stale AS (
               UPDATE rent_medians m SET stale = true FROM (SELECT DISTINCT outcode, bedrooms FROM gone) AS g
               WHERE m.outcode = g.outcode AND m.bedrooms = g.bedrooms)
           SELECT count(*) AS "count!" FROM gone"#,
        ended.rents,
        at_most,
    )
    .fetch_one(&mut *tx)
    .await?;
    let refusals = sqlx::query!(
        "DELETE FROM listing_import_refusals WHERE (listing_import_id, place) IN (
             SELECT r.listing_import_id, r.place FROM listing_import_refusals r JOIN listing_imports i USING (listing_import_id)
             WHERE i.finished_at <= $1 LIMIT $2)",
        ended.refusals,
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    let imports = sqlx::query!(
        "DELETE FROM listing_imports WHERE listing_import_id IN (
             SELECT listing_import_id FROM listing_imports
             WHERE (state = 'uploading' AND updated_at <= $1) OR finished_at <= $2 LIMIT $3 FOR UPDATE SKIP LOCKED)",
        ended.uploads,
        ended.imports,
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    let rows = |done: sqlx::postgres::PgQueryResult| {
        i64::try_from(done.rows_affected()).unwrap_or(i64::MAX)
    };
    Ok(Over {
        listings: rows(listings),
        rents,
        refusals: rows(refusals),
        imports: rows(imports),
        pictures: picture::delete_over(tx, ended.pictures).await?,
    })
}
