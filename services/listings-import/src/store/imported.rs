//! Writing what imports read, as the worker: rows of one source of one organisation.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{ListingId, Money};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::import_work::Taken;
use crate::domain::{Prepared, PricePoint};

/// The stored state of a home that a file names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredHome {
    /// Its number.
    pub listing: ListingId,
    /// The source's name for it.
    pub key: String,
    /// The hash that tells whether anything changed, in hexadecimal digits.
    pub hash: String,
    /// Its price.
    pub price: Option<Money>,
    /// Its title.
    pub title: String,
    /// True when it is no longer for sale.
    pub withdrawn: bool,
}

/// The rows of the source with these keys, locked.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.imported.known", skip_all)]
pub async fn known(
    tx: &mut PgConnection,
    taken: &Taken,
    keys: &[String],
) -> Result<Vec<StoredHome>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT listing_id, external_key, encode(content_hash, 'hex') AS "hash!", price_pence, title,
               withdrawn_at IS NOT NULL AS "withdrawn!"
           FROM listings WHERE organisation_id = $1 AND source_key = $2 AND external_key = ANY ($3)
           ORDER BY listing_id FOR UPDATE"#,
        taken.organisation.get(),
        taken.source_key(),
        keys,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| StoredHome {
            listing: row.listing_id.into(),
            key: row.external_key,
            hash: row.hash,
            price: row.price_pence.map(Money::gbp),
            title: row.title,
            withdrawn: row.withdrawn,
        })
        .collect())
}

/// Gives homes that rows of the organisation or shared rows are of already the key that those have: by property number, else by
/// address. Of several the oldest decides.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.imported.recognise", skip_all)]
pub async fn recognise(
    tx: &mut PgConnection,
    taken: &Taken,
    homes: &mut [Prepared],
) -> Result<(), StoreError> {
    let uprns: Vec<i64> = homes.iter().filter_map(|home| home.uprn).collect();
    let addresses = homes.iter().map(|home| home.address_key.clone());
    let addresses: Vec<String> = addresses.filter(|key| !key.is_empty()).collect();
    if uprns.is_empty() && addresses.is_empty() {
        return Ok(());
    }
    let rows = sqlx::query!(
        "SELECT uprn, address_key, home_key FROM listings
         WHERE organisation_id IN (0, $1) AND uprn = ANY ($2)
         UNION ALL
         SELECT NULL, address_key, home_key FROM (
             SELECT DISTINCT ON (address_key) address_key, home_key FROM listings
             WHERE organisation_id IN (0, $1) AND address_key = ANY ($3) AND address_key <> ''
             ORDER BY address_key, listing_id) AS at_address",
        taken.organisation.get(),
        &uprns,
        &addresses,
    )
    .fetch_all(tx)
    .await?;
    for home in homes {
        let numbered = rows
            .iter()
            .find(|row| home.uprn.is_some() && row.uprn == home.uprn);
        let found = numbered.or_else(|| {
            rows.iter().find(|row| {
                !home.address_key.is_empty()
                    && row.address_key.as_deref() == Some(home.address_key.as_str())
            })
        });
        if let Some(key) = found.and_then(|row| row.home_key.clone()) {
            home.home_key = key;
        }
    }
    Ok(())
}

/// Adds homes. Returns their numbers with their keys.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.imported.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    taken: &Taken,
    homes: &[Prepared],
    now: DateTime<Utc>,
) -> Result<Vec<(ListingId, String)>, StoreError> {
    if homes.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        "INSERT INTO listings (organisation_id, source_key, external_key, source, source_url, title, address, town, postcode, nation,
             price_pence, price_qualifier, bedrooms, bathrooms, square_feet, description, tags, image_urls, listing_type,
             property_type, tenure, uprn, source_rent_pence, rent_pence, rent_lettings, address_key, home_key, search_text,
             content_hash, seen_import, first_seen_at, last_seen_at)
         SELECT $1, $2, h.external_key, h.source, h.source_url, h.title, h.address, h.town, h.postcode, h.nation, h.price_pence,
             h.price_qualifier, h.bedrooms, h.bathrooms, h.square_feet, h.description, h.tags, h.image_urls, h.listing_type,
             h.property_type, h.tenure, h.uprn, h.source_rent_pence, coalesce(h.source_rent_pence, m.rent_pence),
             CASE WHEN h.source_rent_pence IS NULL THEN m.lettings END, h.address_key, h.home_key, h.search_text,
             decode(h.content_hash, 'hex'), $4, $5, $5
         FROM jsonb_to_recordset($3) AS h (external_key text, source text, source_url text, title text, address text, town text,
             postcode text, nation text, price_pence bigint, price_qualifier text, bedrooms integer, bathrooms integer, square_feet integer,
             description text, tags text[], image_urls text[], listing_type text, property_type text, tenure text, uprn bigint,
             source_rent_pence bigint, address_key text, home_key text, search_text text, content_hash text)
         LEFT JOIN LATERAL (SELECT rent_pence, lettings FROM rent_medians r
             WHERE r.outcode = split_part(h.postcode, ' ', 1) COLLATE \"C\" AND r.bedrooms = h.bedrooms
               AND r.organisation_id IN (0, $1) AND r.rent_pence IS NOT NULL
             ORDER BY r.organisation_id DESC LIMIT 1) AS m ON true
         RETURNING listing_id, external_key",
        taken.organisation.get(),
        taken.source_key(),
        serde_json::json!(homes),
        taken.id.get(),
        now,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.listing_id.into(), row.external_key))
        .collect())
}

/// Writes what changed about homes, which are for sale from now on.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.imported.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    taken: &Taken,
    homes: &[Prepared],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if homes.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE listings l SET source = h.source, source_url = h.source_url, title = h.title, address = h.address, town = h.town,
             postcode = h.postcode, nation = h.nation, price_pence = h.price_pence, price_qualifier = h.price_qualifier, bedrooms = h.bedrooms,
             bathrooms = h.bathrooms, square_feet = h.square_feet, description = h.description, tags = h.tags,
             image_urls = h.image_urls, listing_type = h.listing_type, property_type = h.property_type, tenure = h.tenure,
             uprn = h.uprn, source_rent_pence = h.source_rent_pence, rent_pence = coalesce(h.source_rent_pence, m.rent_pence),
             rent_lettings = CASE WHEN h.source_rent_pence IS NULL THEN m.lettings END, address_key = h.address_key,
             home_key = h.home_key, search_text = h.search_text, content_hash = decode(h.content_hash, 'hex'), seen_import = $4,
             last_seen_at = $5, withdrawn_at = NULL, version = l.version + 1
         FROM jsonb_to_recordset($3) AS h (external_key text, source text, source_url text, title text, address text, town text,
             postcode text, nation text, price_pence bigint, price_qualifier text, bedrooms integer, bathrooms integer, square_feet integer,
             description text, tags text[], image_urls text[], listing_type text, property_type text, tenure text, uprn bigint,
             source_rent_pence bigint, address_key text, home_key text, search_text text, content_hash text)
         LEFT JOIN LATERAL (SELECT rent_pence, lettings FROM rent_medians r
             WHERE r.outcode = split_part(h.postcode, ' ', 1) COLLATE \"C\" AND r.bedrooms = h.bedrooms
               AND r.organisation_id IN (0, $1) AND r.rent_pence IS NOT NULL
             ORDER BY r.organisation_id DESC LIMIT 1) AS m ON true
         WHERE l.organisation_id = $1 AND l.source_key = $2 AND l.external_key = h.external_key",
        taken.organisation.get(),
        taken.source_key(),
        serde_json::json!(homes),
        taken.id.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Writes down that this import had homes that did not change.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.imported.seen", skip_all)]
pub async fn seen(
    tx: &mut PgConnection,
    taken: &Taken,
    listings: &[i64],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE listings SET seen_import = $1, last_seen_at = $2 WHERE organisation_id = $3 AND listing_id = ANY ($4)",
        taken.id.get(),
        now,
        taken.organisation.get(),
        listings,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Writes down that homes are no longer for sale.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.imported.withdraw", skip_all)]
pub async fn withdraw(
    tx: &mut PgConnection,
    taken: &Taken,
    listings: &[i64],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE listings SET withdrawn_at = $1, version = version + 1
         WHERE organisation_id = $2 AND listing_id = ANY ($3) AND withdrawn_at IS NULL",
        now,
        taken.organisation.get(),
        listings,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Homes of the source that are for sale and that a whole snapshot did not have: those of its branches, or all.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.imported.missing", skip_all)]
pub async fn missing(
    tx: &mut PgConnection,
    taken: &Taken,
    at_most: i64,
) -> Result<Vec<StoredHome>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT listing_id, external_key, encode(content_hash, 'hex') AS "hash!", price_pence, title
           FROM listings
           WHERE organisation_id = $1 AND source_key = $2 AND withdrawn_at IS NULL AND seen_import <> $3
             AND (cardinality($4::text[]) = 0 OR EXISTS (SELECT FROM unnest($4::text[]) AS branch
                 WHERE left(external_key, char_length(branch)) = branch))
           ORDER BY listing_id LIMIT $5 FOR UPDATE"#,
        taken.organisation.get(),
        taken.source_key(),
        taken.id.get(),
        &taken.branches,
        at_most,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| StoredHome {
            listing: row.listing_id.into(),
            key: row.external_key,
            hash: row.hash,
            price: row.price_pence.map(Money::gbp),
            title: row.title,
            withdrawn: false,
        })
        .collect())
}

/// Keeps prices from the days on which they began; of one day the last counts.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.imported.price", skip_all)]
pub async fn price(
    tx: &mut PgConnection,
    taken: &Taken,
    prices: &[(ListingId, PricePoint)],
) -> Result<(), StoreError> {
    let mut listings = Vec::with_capacity(prices.len());
    let mut days: Vec<NaiveDate> = Vec::with_capacity(prices.len());
    let mut pence = Vec::with_capacity(prices.len());
    for (listing, point) in prices {
        listings.push(listing.get());
        days.push(point.from);
        pence.push(point.price.map(Money::minor));
    }
    sqlx::query!(
        "INSERT INTO listing_prices (listing_id, from_date, organisation_id, price_pence)
         SELECT DISTINCT ON (given.listing_id, given.from_date) given.listing_id, given.from_date, $4, given.price_pence
         FROM unnest($1::bigint[], $2::date[], $3::bigint[]) WITH ORDINALITY AS given (listing_id, from_date, price_pence, place)
         ORDER BY given.listing_id, given.from_date, given.place DESC
         ON CONFLICT (listing_id, from_date) DO UPDATE SET price_pence = excluded.price_pence",
        &listings,
        &days,
        &pence as &[Option<i64>],
        taken.organisation.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
