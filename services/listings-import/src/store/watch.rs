//! The people to be told of an import's changes, read as the worker: those who watch a listing, and searches that find a new one.

use lintel_core::{ListingId, Money, OrganisationId, SavedSearchId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::import_work::Taken;
use crate::domain::MOST_TOLD;

/// Somebody who is told of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Watcher {
    /// Their organisation.
    pub organisation: OrganisationId,
    /// They.
    pub user: UserId,
    /// The listing.
    pub listing: ListingId,
}

/// A new listing that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The person whose search it is.
    pub watcher: Watcher,
    /// Which search.
    pub search: SavedSearchId,
    /// The listing's title.
    pub title: String,
    /// Its price.
    pub price: Option<Money>,
}

/// Everybody who watches one of these listings.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.watch.watchers", skip_all)]
pub async fn watchers(tx: &mut PgConnection, listings: &[i64]) -> Result<Vec<Watcher>, StoreError> {
    let rows = sqlx::query!(
        "SELECT organisation_id, user_id, listing_id FROM watchlist WHERE listing_id = ANY ($1)
         ORDER BY listing_id, organisation_id, user_id",
        listings,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Watcher {
            organisation: row.organisation_id.into(),
            user: row.user_id.into(),
            listing: row.listing_id.into(),
        })
        .collect())
}

/// The saved searches that find one of these new listings, each listing once for a person. A home that another source has already is
/// not new; of one import a search tells no more than [`MOST_TOLD`].
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.watch.matches", skip_all)]
pub async fn matches(
    tx: &mut PgConnection,
    taken: &Taken,
    added: &[i64],
) -> Result<Vec<Match>, StoreError> {
    if added.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        r#"WITH found AS (
               SELECT DISTINCT ON (s.organisation_id, s.user_id, l.listing_id)
                   s.organisation_id, s.user_id, s.saved_search_id, l.listing_id, l.title, l.price_pence
               FROM listings l JOIN saved_searches s ON (l.organisation_id = 0 OR s.organisation_id = l.organisation_id)
               WHERE l.organisation_id = $1 AND l.listing_id = ANY ($2)
                 AND (s.outcode IS NULL OR s.outcode = l.outcode)
                 AND (s.postcode_start IS NULL OR starts_with(l.postcode, s.postcode_start))
                 AND (s.listing_type IS NULL OR s.listing_type = l.listing_type)
                 AND (s.min_pence IS NULL OR l.price_pence >= s.min_pence)
                 AND (s.max_pence IS NULL OR l.price_pence <= s.max_pence)
                 AND NOT EXISTS (SELECT FROM unnest(s.words) AS word WHERE strpos(l.search_text, word) = 0)
                 AND NOT EXISTS (SELECT FROM listings o
                     WHERE o.home_key = l.home_key AND o.organisation_id IN (0, s.organisation_id)
                       AND o.source_key <> l.source_key AND o.withdrawn_at IS NULL)
               ORDER BY s.organisation_id, s.user_id, l.listing_id, s.saved_search_id),
           placed AS (
               SELECT f.*, row_number() OVER (PARTITION BY f.organisation_id, f.saved_search_id ORDER BY f.listing_id)
                   + CASE WHEN s.told_import = $3 THEN s.told_count ELSE 0 END AS place
               FROM found f JOIN saved_searches s USING (organisation_id, saved_search_id)),
           counted AS (
               UPDATE saved_searches s SET told_import = $3, told_count = least(p.place, $4::bigint)::integer
               FROM (SELECT organisation_id, saved_search_id, max(place) AS place FROM placed GROUP BY 1, 2) AS p
               WHERE s.organisation_id = p.organisation_id AND s.saved_search_id = p.saved_search_id)
           SELECT organisation_id AS "organisation_id!", user_id AS "user_id!", saved_search_id AS "saved_search_id!",
               listing_id AS "listing_id!", title AS "title!", price_pence
           FROM placed WHERE place <= $4::bigint ORDER BY listing_id, organisation_id, user_id"#,
        taken.organisation.get(),
        added,
        taken.id.get(),
        i64::from(MOST_TOLD),
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Match {
            watcher: Watcher {
                organisation: row.organisation_id.into(),
                user: row.user_id.into(),
                listing: row.listing_id.into(),
            },
            search: row.saved_search_id.into(),
            title: row.title,
            price: row.price_pence.map(Money::gbp),
        })
        .collect())
}

/// The versions of the facts that these people are told next, each one above their last, in the order asked for.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.watch.versions", skip_all)]
pub async fn versions(
    tx: &mut PgConnection,
    told: &[Watcher],
) -> Result<Vec<(Watcher, i64)>, StoreError> {
    if told.is_empty() {
        return Ok(Vec::new());
    }
    let organisations: Vec<i64> = told.iter().map(|one| one.organisation.get()).collect();
    let users: Vec<i64> = told.iter().map(|one| one.user.get()).collect();
    let listings: Vec<i64> = told.iter().map(|one| one.listing.get()).collect();
    let rows = sqlx::query!(
        "INSERT INTO watch_facts (organisation_id, user_id, listing_id)
         SELECT DISTINCT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ORDER BY 1, 2, 3
         ON CONFLICT (organisation_id, user_id, listing_id) DO UPDATE SET version = watch_facts.version + 1
         RETURNING organisation_id, user_id, listing_id, version",
        &organisations,
        &users,
        &listings,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let watcher = Watcher {
                organisation: row.organisation_id.into(),
                user: row.user_id.into(),
                listing: row.listing_id.into(),
            };
            (watcher, row.version)
        })
        .collect())
}
