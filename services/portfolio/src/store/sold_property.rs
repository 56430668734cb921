//! Sold properties.

use chrono::{DateTime, NaiveDate, Utc};
use futures::{Stream, StreamExt as _};
use lintel_core::{OrganisationId, SoldPropertyId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::{RowName, decimal};
use crate::domain::{Property, PropertyType, Purchase, Sale, SoldOrder, SoldProperty};

struct SoldRow {
    sold_property_id: i64,
    original_property_id: i64,
    name: String,
    address: String,
    postcode: String,
    property_type: String,
    photos: Vec<String>,
    sale_price: Decimal,
    sale_date: NaiveDate,
    purchase_price: Decimal,
    purchase_date: Option<NaiveDate>,
    purchase_year: Option<i32>,
    deposit: Option<Decimal>,
    stamp_duty: Option<Decimal>,
    legal_fees_purchase: Option<Decimal>,
    refurb_costs: Option<Decimal>,
    fees_to_sell: Option<Decimal>,
    notes: Option<String>,
    version: i64,
    created_at: DateTime<Utc>,
    /// The value that the list is sorted by; the last of the numbers where a property has none.
    sort_key: Decimal,
}

/// A sold property, and its place in the order of a list.
#[derive(Debug, Clone)]
pub struct Placed {
    /// The sold property.
    pub property: SoldProperty,
    /// The value that it is sorted by.
    pub key: Decimal,
}

/// Where a page of a sorted list begins: after this key, and after this id within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct After {
    /// The last key of the previous page.
    pub key: Decimal,
    /// Its id.
    pub id: i64,
}

impl TryFrom<SoldRow> for SoldProperty {
    type Error = StoreError;

    fn try_from(row: SoldRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "sold_properties",
            id: row.sold_property_id,
        };
        let sale = Sale {
            sale_price: name.money("sale_price", row.sale_price)?,
            sale_date: row.sale_date,
            purchase_price: name.money("purchase_price", row.purchase_price)?,
            purchase: Purchase {
                date: row.purchase_date,
                year: row.purchase_year,
            },
            deposit: name.some_money("deposit", row.deposit)?,
            stamp_duty: name.some_money("stamp_duty", row.stamp_duty)?,
            legal_fees_purchase: name.some_money("legal_fees_purchase", row.legal_fees_purchase)?,
            refurb_costs: name.some_money("refurb_costs", row.refurb_costs)?,
            fees_to_sell: name.some_money("fees_to_sell", row.fees_to_sell)?,
            notes: row.notes,
        };
        Ok(Self {
            id: row.sold_property_id.into(),
            original: row.original_property_id.into(),
            name: row.name,
            address: row.address,
            postcode: row.postcode,
            property_type: name.known("property_type", PropertyType::parse(&row.property_type))?,
            photos: row.photos,
            sale,
            version: row.version,
            created_at: row.created_at,
        })
    }
}

/// The values that lists are sorted by, beside the sale that they follow from.
#[derive(Debug, Clone, Copy)]
pub struct SortKeys {
    /// The net profit.
    pub net_profit: Decimal,
    /// The annualised return, where it has a meaning.
    pub annualised_return: Option<Decimal>,
}

/// Records the sale of `property`, which the same transaction deletes.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.sold_property.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: &Property,
    sale: Sale,
    keys: SortKeys,
    now: DateTime<Utc>,
) -> Result<SoldProperty, StoreError> {
    let details = &property.details;
    let row = sqlx::query!(
        "INSERT INTO sold_properties (organisation_id, original_property_id, name, address, postcode, property_type, photos,
             sale_price, sale_date, purchase_price, purchase_date, purchase_year, deposit, stamp_duty,
             legal_fees_purchase, refurb_costs, fees_to_sell, notes, net_profit, annualised_return, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
         RETURNING sold_property_id, version",
        organisation.get(),
        property.id.get(),
        details.name,
        details.address,
        details.postcode,
        details.property_type.as_str(),
        &details.photos,
        sale.sale_price.to_decimal(),
        sale.sale_date,
        sale.purchase_price.to_decimal(),
        sale.purchase.date,
        sale.purchase.year,
        decimal(sale.deposit),
        decimal(sale.stamp_duty),
        decimal(sale.legal_fees_purchase),
        decimal(sale.refurb_costs),
        decimal(sale.fees_to_sell),
        sale.notes,
        keys.net_profit,
        keys.annualised_return,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(SoldProperty {
        id: row.sold_property_id.into(),
        original: property.id,
        name: details.name.clone(),
        address: details.address.clone(),
        postcode: details.postcode.clone(),
        property_type: details.property_type,
        photos: details.photos.clone(),
        sale,
        version: row.version,
        created_at: now,
    })
}

/// One sold property of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.sold_property.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    sold: SoldPropertyId,
) -> Result<Option<SoldProperty>, StoreError> {
    let row = sqlx::query_as!(
        SoldRow,
        r#"SELECT sold_property_id, original_property_id, name, address, postcode, property_type, photos, sale_price,
               sale_date, purchase_price, purchase_date, purchase_year, deposit, stamp_duty, legal_fees_purchase,
               refurb_costs, fees_to_sell, notes, version, created_at, 0::numeric AS "sort_key!"
           FROM sold_properties
           WHERE organisation_id = $1 AND sold_property_id = $2"#,
        organisation.get(),
        sold.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Works like [`find`], locked until the transaction ends.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.sold_property.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    sold: SoldPropertyId,
) -> Result<Option<SoldProperty>, StoreError> {
    // The app role may not write sales, so their rows cannot be locked: a lock of the number keeps two from taking one back.
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('lintel.sales', $1::bigint # ($2::bigint << 20)))",
        organisation.get(),
        sold.get(),
    )
    .execute(&mut *tx)
    .await?;
    find(tx, organisation, sold).await
}

/// Takes a sale away that is taken back, with what was kept beside it.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such sale: lock it first.
#[tracing::instrument(name = "db.sold_property.delete", skip_all)]
pub async fn delete(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    sold: SoldPropertyId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM sold_properties WHERE organisation_id = $1 AND sold_property_id = $2 RETURNING sold_property_id",
        organisation.get(),
        sold.get(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// At most `limit` sold properties in this order, from `after` on. The other direction is the same order of the negated keys;
/// what has no key comes last in both.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.sold_property.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    order: SoldOrder,
    after: Option<After>,
    limit: i64,
) -> Result<Vec<Placed>, StoreError> {
    let sign: i64 = if order.ascending { 1 } else { -1 };
    let rows = sqlx::query_as!(
        SoldRow,
        r#"SELECT sold_property_id, original_property_id, name, address, postcode, property_type, photos, sale_price,
               sale_date, purchase_price, purchase_date, purchase_year, deposit, stamp_duty, legal_fees_purchase,
               refurb_costs, fees_to_sell, notes, version, created_at, sort_key AS "sort_key!"
           FROM (
               SELECT *, coalesce($2::bigint * CASE $3
                   WHEN 'saleDate' THEN (sale_date - date '1800-01-01')::numeric
                   WHEN 'profit' THEN net_profit
                   ELSE annualised_return
               END, 1e15) AS sort_key
               FROM sold_properties
               WHERE organisation_id = $1
           ) sold
           WHERE $4::numeric IS NULL OR (sort_key, $2::bigint * sold_property_id) > ($4, $2::bigint * $5::bigint)
           ORDER BY sort_key, $2::bigint * sold_property_id
           LIMIT $6"#,
        organisation.get(),
        sign,
        order.sort.as_str(),
        after.map(|after| after.key),
        after.map_or(0, |after| after.id),
        limit,
    )
    .fetch_all(tx)
    .await?;
    let placed = |row: SoldRow| {
        let key = row.sort_key;
        Ok(Placed {
            property: row.try_into()?,
            key,
        })
    };
    rows.into_iter().map(placed).collect()
}

/// Every sale of the organisation, streamed.
pub fn sales(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> impl Stream<Item = Result<Sale, StoreError>> + Send {
    sqlx::query_as!(
        SoldRow,
        r#"SELECT sold_property_id, original_property_id, name, address, postcode, property_type, photos, sale_price,
               sale_date, purchase_price, purchase_date, purchase_year, deposit, stamp_duty, legal_fees_purchase,
               refurb_costs, fees_to_sell, notes, version, created_at, 0::numeric AS "sort_key!"
           FROM sold_properties
           WHERE organisation_id = $1"#,
        organisation.get(),
    )
    .fetch(tx)
    .map(|row| Ok(SoldProperty::try_from(row?)?.sale))
}
