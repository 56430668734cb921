//! Listings as callers see them: their organisation's own and the shared ones. Writing them is [`super::imported`]'s.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{ListingId, Money, OrganisationId, UserId, london_date};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use super::nation;
use crate::domain::{
    Comparable, Filter, Listing, ListingGroup, PageStart, PricePoint, SoldType, Sort,
};

/// A row of `listings` as people see it.
struct ListingRow {
    listing_id: i64,
    organisation_id: i64,
    title: String,
    address: String,
    town: String,
    postcode: String,
    nation: Option<String>,
    price_pence: Option<i64>,
    price_qualifier: String,
    yield_hundredths: Option<i64>,
    rent_pence: Option<i64>,
    rent_lettings: Option<i32>,
    bedrooms: Option<i32>,
    bathrooms: Option<i32>,
    square_feet: Option<i32>,
    description: String,
    tags: Vec<String>,
    image_urls: Vec<String>,
    source: String,
    source_key: String,
    source_url: String,
    listing_type: String,
    property_type: String,
    tenure: String,
    first_seen_at: DateTime<Utc>,
    last_seen_at: DateTime<Utc>,
    withdrawn_at: Option<DateTime<Utc>>,
    version: i64,
    watchlisted: bool,
}

impl TryFrom<ListingRow> for Listing {
    type Error = StoreError;

    fn try_from(row: ListingRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "listings",
            id: row.listing_id,
        };
        Ok(Self {
            id: row.listing_id.into(),
            title: row.title,
            address: row.address,
            town: row.town,
            nation: nation(&name, row.nation.as_deref(), &row.postcode)?,
            postcode: row.postcode,
            price: row.price_pence.map(Money::gbp),
            qualifier: row.price_qualifier,
            yield_hundredths: row.yield_hundredths,
            monthly_rent: row.rent_pence.map(Money::gbp),
            rent_lettings: row.rent_lettings,
            bedrooms: row.bedrooms,
            bathrooms: row.bathrooms,
            square_feet: row.square_feet,
            description: row.description,
            tags: row.tags,
            image_urls: row.image_urls,
            source: row.source,
            feed: row.source_key,
            source_url: row.source_url,
            group: name.known("listing_type", ListingGroup::parse(&row.listing_type))?,
            property_type: row.property_type,
            tenure: row.tenure,
            watchlisted: row.watchlisted,
            first_seen: london_date(row.first_seen_at),
            last_seen: london_date(row.last_seen_at),
            withdrawn: row.withdrawn_at.map(london_date),
            history: Vec::new(),
            shared: row.organisation_id == 0,
            version: row.version,
        })
    }
}

/// The numbers and places of the listings that a search finds, in its order. The organisation and the person are those for whom `tx`
/// acts: the function takes them from there.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.listing.search", skip_all)]
pub async fn search(
    tx: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    watched: bool,
    after: Option<PageStart>,
    at_most: i64,
) -> Result<Vec<PageStart>, StoreError> {
    let (start, outcode, words) = filter.location.parts();
    let rows = sqlx::query!(
        r#"SELECT listing_id AS "id!", place AS "place!"
           FROM search_listings($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"#,
        start,
        outcode,
        words,
        filter.group.map(ListingGroup::as_str),
        filter.min_price.map(Money::minor),
        filter.max_price.map(Money::minor),
        sort.as_str(),
        watched,
        after.map(|after| after.place),
        after.map(|after| after.id),
        at_most,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PageStart {
            place: row.place,
            id: row.id,
        })
        .collect())
}

/// Counts the listings that a search finds, up to `at_most`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.listing.count", skip_all)]
pub async fn count(
    tx: &mut PgConnection,
    filter: &Filter,
    watched: bool,
    at_most: i64,
) -> Result<i64, StoreError> {
    let (start, outcode, words) = filter.location.parts();
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
           FROM search_listings($1, $2, $3, $4, $5, $6, NULL, $7, NULL, NULL, $8)"#,
        start,
        outcode,
        words,
        filter.group.map(ListingGroup::as_str),
        filter.min_price.map(Money::minor),
        filter.max_price.map(Money::minor),
        watched,
        at_most,
    )
    .fetch_one(tx)
    .await?)
}

/// The organisation's own and shared listings with these numbers, in their order; `user` says whose watchlist counts.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.listing.of_ids", skip_all)]
pub async fn of_ids(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    ids: &[i64],
) -> Result<Vec<Listing>, StoreError> {
    let rows = sqlx::query_as!(
        ListingRow,
        r#"SELECT l.listing_id, l.organisation_id, l.title, l.address, l.town, l.postcode, l.nation, l.price_pence, l.price_qualifier,
               l.yield_hundredths, l.rent_pence, l.rent_lettings, l.bedrooms, l.bathrooms, l.square_feet, l.description, l.tags,
               l.image_urls, l.source, l.source_key, l.source_url, l.listing_type, l.property_type, l.tenure, l.first_seen_at,
               l.last_seen_at, l.withdrawn_at, l.version,
               EXISTS (SELECT FROM watchlist w
                   WHERE w.organisation_id = $1 AND w.user_id = $2 AND w.listing_id = l.listing_id) AS "watchlisted!"
           FROM unnest($3::bigint[]) WITH ORDINALITY AS asked (listing_id, place)
           JOIN listings l ON l.listing_id = asked.listing_id AND l.organisation_id IN (0, $1)
           ORDER BY asked.place"#,
        organisation.get(),
        user.get(),
        ids,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// One listing with its price history.
///
/// # Errors
/// As [`of_ids`].
#[tracing::instrument(name = "db.listing.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    listing: ListingId,
) -> Result<Option<Listing>, StoreError> {
    let found = of_ids(tx, organisation, user, &[listing.get()]).await?;
    let Some(mut found) = found.into_iter().next() else {
        return Ok(None);
    };
    let prices = sqlx::query!(
        "SELECT from_date, price_pence FROM listing_prices
         WHERE listing_id = $1 AND organisation_id IN (0, $2) ORDER BY from_date",
        listing.get(),
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let points = prices.into_iter().map(|row| PricePoint {
        from: row.from_date,
        price: row.price_pence.map(Money::gbp),
    });
    found.history = points.collect();
    Ok(Some(found))
}

/// Puts a listing on a person's list, or takes it off.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.listing.watch", skip_all)]
pub async fn watch(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    user: UserId,
    listing: ListingId,
    watched: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if watched {
        sqlx::query!(
            "INSERT INTO watchlist (organisation_id, user_id, listing_id, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING",
            organisation.get(),
            user.get(),
            listing.get(),
            now,
        )
        .execute(tx)
        .await?;
    } else {
        sqlx::query!(
            "DELETE FROM watchlist WHERE organisation_id = $1 AND user_id = $2 AND listing_id = $3",
            organisation.get(),
            user.get(),
            listing.get(),
        )
        .execute(tx)
        .await?;
    }
    Ok(())
}

/// Sales since `since` whose postcode begins so, of the organisation's own data and of shared data, the newest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.listing.sales", skip_all)]
pub async fn sales(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    postcode_start: &str,
    since: NaiveDate,
    at_most: i64,
) -> Result<Vec<Comparable>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT * FROM (
               SELECT DISTINCT ON (transaction_id) transaction_id, address, postcode, price_pence, sale_date, property_type, tenure, new_build
               FROM sales
               WHERE organisation_id IN (0, $1) AND postcode >= $2 AND postcode < $2 || '~' AND sale_date >= $3
               ORDER BY transaction_id, organisation_id DESC) AS each
           ORDER BY sale_date DESC, transaction_id LIMIT $4"#,
        organisation.get(),
        postcode_start,
        since,
        at_most,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let kind = SoldType::parse(&row.property_type);
            let kind = kind.ok_or_else(|| {
                StoreError::inconsistent("sales", "property_type", &row.transaction_id)
            })?;
            Ok(Comparable {
                address: row.address,
                postcode: row.postcode,
                price: Money::gbp(row.price_pence),
                date: row.sale_date,
                kind,
                tenure: row.tenure,
                new_build: row.new_build,
            })
        })
        .collect()
}
