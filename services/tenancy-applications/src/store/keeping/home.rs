//! The copy of portfolio's properties.

use std::collections::{HashMap, HashSet};

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::{
    domain::keeping::{Home, HomeNews, HomeRoom, by_number},
    store::nation,
};

struct HomeRow {
    property_id: i64,
    name: Option<String>,
    address: Option<String>,
    postcode: Option<String>,
    nation: Option<String>,
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
        let postcode = row.known("postcode", self.postcode)?;
        Ok(Some(Home {
            property: self.property_id.into(),
            name,
            address: row.known("address", self.address)?,
            nation: nation(&row, self.nation.as_deref(), &postcode)?,
            postcode,
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
        "SELECT property_id, name, address, postcode, nation, property_type, monthly_rent, is_occupied
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
        "SELECT property_id, name, address, postcode, nation, property_type, monthly_rent, is_occupied
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
        "SELECT property_id, name, address, postcode, nation, property_type, monthly_rent, is_occupied
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

/// Keeps what was told of properties, of each once, unless something as new is known or its organisation is gone. Returns what was news.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.home.keep", skip_all)]
pub async fn keep<'a>(
    tx: &mut PgConnection,
    told: &'a [(OrganisationId, HomeNews)],
) -> Result<Vec<&'a (OrganisationId, HomeNews)>, StoreError> {
    let homes = || told.iter().map(|(_, news)| news.home.as_ref());
    let column = |text: fn(&Home) -> &str| -> Vec<Option<&str>> {
        homes().map(|home| home.map(text)).collect()
    };
    let organisations: Vec<i64> = told.iter().map(|(id, _)| id.get()).collect();
    let properties: Vec<i64> = told.iter().map(|(_, news)| news.property.get()).collect();
    let rents: Vec<Option<Decimal>> = homes()
        .map(|home| home.map(|home| home.monthly_rent.to_decimal()))
        .collect();
    let occupied: Vec<Option<bool>> = homes().map(|home| home.map(|home| home.occupied)).collect();
    let versions: Vec<i64> = told.iter().map(|(_, news)| news.version).collect();
    let kept = sqlx::query_scalar!(
        "INSERT INTO homes (organisation_id, property_id, name, address, postcode, property_type, monthly_rent, is_occupied, version,
                            nation)
         SELECT told.* FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[],
             $8::boolean[], $9::bigint[], $10::text[]) AS told (organisation_id)
         WHERE NOT EXISTS (SELECT FROM gone_organisations AS gone WHERE gone.organisation_id = told.organisation_id)
         ON CONFLICT (organisation_id, property_id) DO UPDATE
         SET name = excluded.name, address = excluded.address, postcode = excluded.postcode,
             property_type = excluded.property_type, monthly_rent = excluded.monthly_rent,
             is_occupied = excluded.is_occupied, version = excluded.version, nation = excluded.nation
         WHERE homes.version < excluded.version
         RETURNING property_id",
        &organisations,
        &properties,
        &column(|home| &home.name) as _,
        &column(|home| &home.address) as _,
        &column(|home| &home.postcode) as _,
        &column(|home| &home.property_type) as _,
        &rents as _,
        &occupied as _,
        &versions,
        &column(|home| home.nation.as_str()) as _,
    )
    .fetch_all(&mut *tx)
    .await?;
    let kept: HashSet<i64> = kept.into_iter().collect();
    let news = told
        .iter()
        .filter(|(_, news)| kept.contains(&news.property.get()));
    let news: Vec<_> = news.collect();
    keep_rooms(tx, &news).await?;
    Ok(news)
}

/// Each home has the rooms that were told of it, and no other.
async fn keep_rooms(
    tx: &mut PgConnection,
    told: &[&(OrganisationId, HomeNews)],
) -> Result<(), StoreError> {
    let organisations: Vec<i64> = told.iter().map(|(id, _)| id.get()).collect();
    let properties: Vec<i64> = told.iter().map(|(_, news)| news.property.get()).collect();
    sqlx::query!(
        "DELETE FROM home_rooms WHERE (organisation_id, property_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))",
        &organisations,
        &properties,
    )
    .execute(&mut *tx)
    .await?;
    let rooms = || {
        told.iter().flat_map(|(organisation, news)| {
            let rooms = news.home.iter().flat_map(|home| &home.rooms);
            rooms.map(move |room| (organisation.get(), news.property.get(), room))
        })
    };
    if rooms().next().is_none() {
        return Ok(());
    }
    let organisations: Vec<i64> = rooms().map(|(organisation, ..)| organisation).collect();
    let properties: Vec<i64> = rooms().map(|(_, property, _)| property).collect();
    let ids: Vec<i64> = rooms().map(|(.., room)| room.id.get()).collect();
    let numbers: Vec<&str> = rooms().map(|(.., room)| room.number.as_str()).collect();
    let rents = rooms().map(|(.., room)| room.monthly_rent.to_decimal());
    let rents: Vec<Decimal> = rents.collect();
    let occupied: Vec<bool> = rooms().map(|(.., room)| room.occupied).collect();
    sqlx::query!(
        "INSERT INTO home_rooms (organisation_id, property_id, room_id, room_number, monthly_rent, is_occupied)
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::numeric[], $6::boolean[])",
        &organisations,
        &properties,
        &ids,
        &numbers as _,
        &rents,
        &occupied,
    )
    .execute(tx)
    .await?;
    Ok(())
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
