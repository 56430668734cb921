//! The copy of portfolio's properties.

use std::collections::HashMap;

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{Home, HomeNews, HomeRoom, by_number};

struct HomeRow {
    property_id: i64,
    name: Option<String>,
    address: Option<String>,
    postcode: Option<String>,
    property_type: Option<String>,
    monthly_rent: Option<Decimal>,
    is_occupied: Option<bool>,
}

impl HomeRow {
    /// `None` for a property that left the portfolio.
    fn into_home(self, rooms: Vec<HomeRoom>) -> Result<Option<Home>, StoreError> {
        let row = RowName {
            table: "homes",
            id: self.property_id,
        };
        let Some(name) = self.name else {
            return Ok(None);
        };
        let rent = row.known("monthly_rent", self.monthly_rent)?;
        Ok(Some(Home {
            property: self.property_id.into(),
            name,
            address: row.known("address", self.address)?,
            postcode: row.known("postcode", self.postcode)?,
            property_type: row.known("property_type", self.property_type)?,
            monthly_rent: row.money("monthly_rent", rent)?,
            occupied: row.known("is_occupied", self.is_occupied)?,
            rooms,
        }))
    }
}

/// A property of the organisation; `None` for one that is not in the portfolio.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.home.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Option<Home>, StoreError> {
    let row = sqlx::query_as!(
        HomeRow,
        "SELECT property_id, name, address, postcode, property_type, monthly_rent, is_occupied
         FROM homes WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        property.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    with_rooms(tx, organisation, row).await
}

/// As [`find`], and nobody else locks it until the transaction ends. Every use case that lets or frees a home locks it first.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.home.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Option<Home>, StoreError> {
    let row = sqlx::query_as!(
        HomeRow,
        "SELECT property_id, name, address, postcode, property_type, monthly_rent, is_occupied
         FROM homes WHERE organisation_id = $1 AND property_id = $2 FOR UPDATE",
        organisation.get(),
        property.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    with_rooms(tx, organisation, row).await
}

/// Every property of the organisation's portfolio, by name, with its rooms.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.home.open", skip_all)]
pub async fn open(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<Home>, StoreError> {
    let rows = sqlx::query_as!(
        HomeRow,
        "SELECT property_id, name, address, postcode, property_type, monthly_rent, is_occupied
         FROM homes WHERE organisation_id = $1 AND name IS NOT NULL ORDER BY lower(name), property_id",
        organisation.get(),
    )
    .fetch_all(&mut *tx)
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.property_id).collect();
    let mut rooms = rooms(tx, organisation, &ids).await?;
    let homes = rows.into_iter().map(|row| {
        let rooms = rooms.remove(&row.property_id).unwrap_or_default();
        row.into_home(rooms)
    });
    homes.filter_map(Result::transpose).collect()
}

/// Keeps what was told of a property unless something as new is known, or its organisation is gone. Gives whether it was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.home.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    news: &HomeNews,
) -> Result<bool, StoreError> {
    let home = news.home.as_ref();
    let kept = sqlx::query!(
        "INSERT INTO homes (organisation_id, property_id, name, address, postcode, property_type, monthly_rent, is_occupied, version)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
         WHERE NOT EXISTS (SELECT FROM gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id, property_id) DO UPDATE
         SET name = excluded.name, address = excluded.address, postcode = excluded.postcode,
             property_type = excluded.property_type, monthly_rent = excluded.monthly_rent,
             is_occupied = excluded.is_occupied, version = excluded.version
         WHERE homes.version < excluded.version",
        organisation.get(),
        news.property.get(),
        home.map(|home| home.name.as_str()),
        home.map(|home| home.address.as_str()),
        home.map(|home| home.postcode.as_str()),
        home.map(|home| home.property_type.as_str()),
        home.map(|home| home.monthly_rent.to_decimal()),
        home.map(|home| home.occupied),
        news.version,
    )
    .execute(&mut *tx)
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "DELETE FROM home_rooms WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        news.property.get(),
    )
    .execute(&mut *tx)
    .await?;
    let rooms = home.map_or(&[][..], |home| &home.rooms);
    if !rooms.is_empty() {
        let ids: Vec<i64> = rooms.iter().map(|room| room.id.get()).collect();
        let numbers: Vec<String> = rooms.iter().map(|room| room.number.clone()).collect();
        let rents = rooms.iter().map(|room| room.monthly_rent.to_decimal());
        let rents: Vec<Decimal> = rents.collect();
        let occupied: Vec<bool> = rooms.iter().map(|room| room.occupied).collect();
        sqlx::query!(
            "INSERT INTO home_rooms (organisation_id, property_id, room_id, room_number, monthly_rent, is_occupied)
             SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::numeric[], $6::boolean[])",
            organisation.get(),
            news.property.get(),
            &ids,
            &numbers,
            &rents,
            &occupied,
        )
        .execute(tx)
        .await?;
    }
    Ok(true)
}

async fn with_rooms(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    row: Option<HomeRow>,
) -> Result<Option<Home>, StoreError> {
    let Some(row) = row else { return Ok(None) };
    let id = row.property_id;
    let mut rooms = rooms(tx, organisation, &[id]).await?;
    row.into_home(rooms.remove(&id).unwrap_or_default())
}

async fn rooms(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    properties: &[i64],
) -> Result<HashMap<i64, Vec<HomeRoom>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT property_id, room_id, room_number, monthly_rent, is_occupied
         FROM home_rooms WHERE organisation_id = $1 AND property_id = ANY ($2)",
        organisation.get(),
        properties,
    )
    .fetch_all(tx)
    .await?;
    let mut rooms: HashMap<i64, Vec<HomeRoom>> = HashMap::new();
    for row in rows {
        let name = RowName {
            table: "home_rooms",
            id: row.room_id,
        };
        rooms.entry(row.property_id).or_default().push(HomeRoom {
            id: row.room_id.into(),
            number: row.room_number,
            monthly_rent: name.money("monthly_rent", row.monthly_rent)?,
            occupied: row.is_occupied,
        });
    }
    for rooms in rooms.values_mut() {
        by_number(rooms);
    }
    Ok(rooms)
}
