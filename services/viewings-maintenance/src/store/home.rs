//! The copy of portfolio's properties.

use std::collections::{HashMap, HashSet};

use lintel_core::{OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use lintel_rules::Nation;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{Home, HomeNews, HomeRoom, by_number};

struct HomeRow {
    property_id: i64,
    name: Option<String>,
    address: Option<String>,
    postcode: Option<String>,
    nation: Option<String>,
    is_occupied: Option<bool>,
    responsible_user: Option<i64>,
}

impl HomeRow {
    /// `None` for a property that left the portfolio.
    fn into_home(self, rooms: Vec<HomeRoom>) -> Result<Option<Home>, StoreError> {
        let row = RowName {
            table: "vm_homes",
            id: self.property_id,
        };
        let Some(name) = self.name else {
            return Ok(None);
        };
        let postcode = row.known("postcode", self.postcode)?;
        let said = self
            .nation
            .map(|text| row.known("nation", Nation::parse(&text)))
            .transpose()?;
        Ok(Some(Home {
            property: self.property_id.into(),
            name,
            address: row.known("address", self.address)?,
            nation: Nation::of_home(said, &postcode),
            postcode,
            occupied: row.known("is_occupied", self.is_occupied)?,
            rooms,
            responsible_user: self.responsible_user.map(Into::into),
        }))
    }
}

/// Lets one transaction at a time book viewings of a home, or keep that it left or who moved in: what one of them writes the next one sees.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.home.hold", skip_all)]
pub async fn hold(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('viewings of ' || $2::bigint::text, $1))",
        organisation.get(),
        property.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
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
    let mut homes = of(tx, organisation, &[property]).await?;
    Ok(homes.remove(&property))
}

/// The properties with these ids that are in the organisation's portfolio.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.home.of", skip_all)]
pub async fn of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    properties: &[PropertyId],
) -> Result<HashMap<PropertyId, Home>, StoreError> {
    let ids: Vec<i64> = properties.iter().map(|id| id.get()).collect();
    let rows = sqlx::query_as!(
        HomeRow,
        "SELECT property_id, name, address, postcode, nation, is_occupied, responsible_user
         FROM vm_homes WHERE organisation_id = $1 AND property_id = ANY ($2) AND name IS NOT NULL",
        organisation.get(),
        &ids,
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut rooms = rooms(tx, organisation, &ids).await?;
    let mut homes = HashMap::with_capacity(rows.len());
    for row in rows {
        let rooms = rooms.remove(&row.property_id).unwrap_or_default();
        if let Some(home) = row.into_home(rooms)? {
            homes.insert(home.property, home);
        }
    }
    Ok(homes)
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
    let responsible: Vec<Option<i64>> = homes()
        .map(|home| home?.responsible_user.map(UserId::get))
        .collect();
    let occupied: Vec<Option<bool>> = homes().map(|home| home.map(|home| home.occupied)).collect();
    let versions: Vec<i64> = told.iter().map(|(_, news)| news.version).collect();
    let kept = sqlx::query_scalar!(
        "INSERT INTO vm_homes (organisation_id, property_id, name, address, postcode, is_occupied, responsible_user, version,
                               nation)
         SELECT told.* FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::boolean[],
             $7::bigint[], $8::bigint[], $9::text[]) AS told (organisation_id)
         WHERE NOT EXISTS (SELECT FROM vm_gone_organisations AS gone WHERE gone.organisation_id = told.organisation_id)
         ON CONFLICT (organisation_id, property_id) DO UPDATE
         SET name = excluded.name, address = excluded.address, postcode = excluded.postcode,
             is_occupied = excluded.is_occupied, responsible_user = excluded.responsible_user, version = excluded.version,
             nation = excluded.nation
         WHERE vm_homes.version < excluded.version
         RETURNING property_id",
        &organisations,
        &properties,
        &column(|home| &home.name) as _,
        &column(|home| &home.address) as _,
        &column(|home| &home.postcode) as _,
        &occupied as _,
        &responsible as _,
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
        "DELETE FROM vm_home_rooms WHERE (organisation_id, property_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))",
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
    let occupied: Vec<bool> = rooms().map(|(.., room)| room.occupied).collect();
    sqlx::query!(
        "INSERT INTO vm_home_rooms (organisation_id, property_id, room_id, room_number, is_occupied)
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::boolean[])",
        &organisations,
        &properties,
        &ids,
        &numbers as _,
        &occupied,
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn rooms(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    properties: &[i64],
) -> Result<HashMap<i64, Vec<HomeRoom>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT property_id, room_id, room_number, is_occupied
         FROM vm_home_rooms WHERE organisation_id = $1 AND property_id = ANY ($2)",
        organisation.get(),
        properties,
    )
    .fetch_all(tx)
    .await?;
    let mut rooms: HashMap<i64, Vec<HomeRoom>> = HashMap::new();
    for row in rows {
        rooms.entry(row.property_id).or_default().push(HomeRoom {
            id: row.room_id.into(),
            number: row.room_number,
            occupied: row.is_occupied,
        });
    }
    for rooms in rooms.values_mut() {
        by_number(rooms);
    }
    Ok(rooms)
}
