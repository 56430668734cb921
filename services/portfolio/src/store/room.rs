//! Rooms of shared houses.

use std::collections::HashMap;

use lintel_core::{OrganisationId, PropertyId, RoomId};
use lintel_db::StoreError;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{NewRoom, Room, by_number};

/// The key that keeps the room numbers of a house unique.
pub const NUMBER_UQ: &str = "rooms_organisation_id_property_id_room_number_uq";

/// The columns of a room: its id, number, name, asking rent and tenancy's rent in pounds, and whether it is occupied.
pub(super) type RoomFields = (i64, String, String, Decimal, Option<Decimal>, bool);

struct RoomRow {
    room_id: i64,
    property_id: i64,
    room_number: String,
    name: String,
    monthly_rent: Decimal,
    let_rent: Option<Decimal>,
    is_occupied: bool,
}

/// Adds the rooms of a house and returns them in the order of their numbers.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.room.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    rooms: &[NewRoom],
) -> Result<Vec<Room>, StoreError> {
    let rooms: Vec<_> = rooms
        .iter()
        .map(|room| (property.get(), room.clone()))
        .collect();
    let mut houses = insert_all(tx, organisation, &rooms).await?;
    Ok(houses.remove(&property).unwrap_or_default())
}

/// Adds rooms, each to the house of its id, and returns each house's in the order of their numbers.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.room.insert_all", skip_all)]
pub async fn insert_all(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    rooms: &[(i64, NewRoom)],
) -> Result<HashMap<PropertyId, Vec<Room>>, StoreError> {
    if rooms.is_empty() {
        return Ok(HashMap::new());
    }
    let column = |text: fn(&NewRoom) -> &String| {
        let texts = rooms.iter().map(|(_, room)| text(room).clone());
        texts.collect::<Vec<_>>()
    };
    let properties: Vec<_> = rooms.iter().map(|(property, _)| *property).collect();
    let rents: Vec<_> = rooms
        .iter()
        .map(|(_, room)| room.asking_rent.to_decimal())
        .collect();
    let occupied: Vec<_> = rooms.iter().map(|(_, room)| room.occupied).collect();
    let rows = sqlx::query_as!(
        RoomRow,
        "INSERT INTO rooms (organisation_id, property_id, room_number, name, monthly_rent, is_occupied)
         SELECT $1, given.property_id, given.room_number, given.name, given.monthly_rent, given.is_occupied
         FROM unnest($2::bigint[], $3::text[], $4::text[], $5::numeric[], $6::boolean[])
             AS given (property_id, room_number, name, monthly_rent, is_occupied)
         RETURNING room_id, property_id, room_number, name, monthly_rent, let_rent, is_occupied",
        organisation.get(),
        &properties,
        &column(|room| &room.number),
        &column(|room| &room.name),
        &rents,
        &occupied,
    )
    .fetch_all(tx)
    .await?;
    by_property(rows)
}

/// Removes the rooms of a house but for those that are `kept`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.room.delete_others", skip_all)]
pub async fn delete_others(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    kept: &[RoomId],
) -> Result<(), StoreError> {
    let kept: Vec<_> = kept.iter().map(|id| id.get()).collect();
    sqlx::query!(
        "DELETE FROM rooms WHERE organisation_id = $1 AND property_id = $2 AND room_id <> ALL ($3)",
        organisation.get(),
        property.get(),
        &kept,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Writes what rooms became.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.room.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    rooms: &[(RoomId, NewRoom)],
) -> Result<(), StoreError> {
    if rooms.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = rooms.iter().map(|(id, _)| id.get()).collect();
    let numbers: Vec<_> = rooms.iter().map(|(_, room)| room.number.clone()).collect();
    let names: Vec<_> = rooms.iter().map(|(_, room)| room.name.clone()).collect();
    let rents: Vec<_> = rooms
        .iter()
        .map(|(_, room)| room.asking_rent.to_decimal())
        .collect();
    let occupied: Vec<_> = rooms.iter().map(|(_, room)| room.occupied).collect();
    sqlx::query!(
        "UPDATE rooms SET room_number = given.room_number, name = given.name, monthly_rent = given.monthly_rent,
             is_occupied = given.is_occupied
         FROM unnest($2::bigint[], $3::text[], $4::text[], $5::numeric[], $6::boolean[])
             AS given (room_id, room_number, name, monthly_rent, is_occupied)
         WHERE rooms.organisation_id = $1 AND rooms.room_id = given.room_id",
        organisation.get(),
        &ids,
        &numbers,
        &names,
        &rents,
        &occupied,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The rooms of all these properties in one query, each house's in the order of their numbers.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.room.of_properties", skip_all)]
pub async fn of_properties(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    properties: &[i64],
) -> Result<HashMap<PropertyId, Vec<Room>>, StoreError> {
    let rows = sqlx::query_as!(
        RoomRow,
        "SELECT room_id, property_id, room_number, name, monthly_rent, let_rent, is_occupied
         FROM rooms
         WHERE organisation_id = $1 AND property_id = ANY ($2)",
        organisation.get(),
        properties,
    )
    .fetch_all(tx)
    .await?;
    by_property(rows)
}

/// The rooms of one house in the order of their numbers.
pub(super) fn of_house(rooms: Vec<RoomFields>) -> Result<Vec<Room>, StoreError> {
    let rooms = rooms
        .into_iter()
        .map(|(id, number, name, rent, let_rent, occupied)| {
            let row = RowName { table: "rooms", id };
            Ok(Room {
                id: id.into(),
                number,
                name,
                asking_rent: row.money("monthly_rent", rent)?,
                let_rent: row.some_money("let_rent", let_rent)?,
                occupied,
            })
        });
    let mut rooms = rooms.collect::<Result<Vec<_>, StoreError>>()?;
    rooms.sort_by(|one, other| by_number(&one.number, &other.number));
    Ok(rooms)
}

fn by_property(rows: Vec<RoomRow>) -> Result<HashMap<PropertyId, Vec<Room>>, StoreError> {
    let mut houses: HashMap<PropertyId, Vec<RoomFields>> = HashMap::new();
    for row in rows {
        let house = houses.entry(row.property_id.into()).or_default();
        house.push((
            row.room_id,
            row.room_number,
            row.name,
            row.monthly_rent,
            row.let_rent,
            row.is_occupied,
        ));
    }
    let houses = houses
        .into_iter()
        .map(|(property, rooms)| Ok((property, of_house(rooms)?)));
    houses.collect()
}
