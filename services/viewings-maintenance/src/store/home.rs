//! The copy of portfolio's properties.

use std::collections::HashMap;

use lintel_core::{OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{Home, HomeNews, HomeRoom, by_number};

struct HomeRow {
    property_id: i64,
    name: Option<String>,
    address: Option<String>,
    postcode: Option<String>,
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
        Ok(Some(Home {
            property: self.property_id.into(),
            name,
            address: row.known("address", self.address)?,
            postcode: row.known("postcode", self.postcode)?,
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
        "SELECT property_id, name, address, postcode, is_occupied, responsible_user
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
        "INSERT INTO vm_homes (organisation_id, property_id, name, address, postcode, is_occupied, responsible_user, version)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8
         WHERE NOT EXISTS (SELECT FROM vm_gone_organisations WHERE organisation_id = $1)
         ON CONFLICT (organisation_id, property_id) DO UPDATE
         SET name = excluded.name, address = excluded.address, postcode = excluded.postcode,
             is_occupied = excluded.is_occupied, responsible_user = excluded.responsible_user, version = excluded.version
         WHERE vm_homes.version < excluded.version",
        organisation.get(),
        news.property.get(),
        home.map(|home| home.name.as_str()),
        home.map(|home| home.address.as_str()),
        home.map(|home| home.postcode.as_str()),
        home.map(|home| home.occupied),
        home.and_then(|home| home.responsible_user).map(UserId::get),
        news.version,
    )
    .execute(&mut *tx)
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "DELETE FROM vm_home_rooms WHERE organisation_id = $1 AND property_id = $2",
        organisation.get(),
        news.property.get(),
    )
    .execute(&mut *tx)
    .await?;
    let rooms = home.map_or(&[][..], |home| &home.rooms);
    if !rooms.is_empty() {
        let ids: Vec<i64> = rooms.iter().map(|room| room.id.get()).collect();
        let numbers: Vec<String> = rooms.iter().map(|room| room.number.clone()).collect();
        let occupied: Vec<bool> = rooms.iter().map(|room| room.occupied).collect();
        sqlx::query!(
            "INSERT INTO vm_home_rooms (organisation_id, property_id, room_id, room_number, is_occupied)
             SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::boolean[])",
            organisation.get(),
            news.property.get(),
            &ids,
            &numbers,
            &occupied,
        )
        .execute(tx)
        .await?;
    }
    Ok(true)
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
