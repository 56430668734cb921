//! Reads the rooms of a shared house in every form of docs/reference/screens/data.md S2 3.

use lintel_core::Money;
use lintel_proto::portfolio::v1::Room;
use serde_json::value::RawValue;

use super::{FieldReader, JsonObject, amount::read_amount};

/// More rooms than any house has; a larger number is refused here, before it is turned into rows.
const MOST: i32 = 100;
const RENTS: &str = "hmoRoomRentals";
const OCCUPANCY: &str = "hmoRoomOccupancy";

/// Reads `hmoRooms`, `hmoRoomRentals` and `hmoRoomOccupancy` into rooms: those of the rentals, and the numbers from one to
/// `hmoRooms` that are not among them.
pub fn read_rooms(reader: &mut FieldReader<'_>) -> Vec<Room> {
    let count = reader.int("hmoRooms").unwrap_or_default();
    if !(0..=MOST).contains(&count) {
        reader.refuse("hmoRooms", "Enter the number of rooms, from 1 to 10.");
        return Vec::new();
    }
    let mut rooms = Vec::new();
    if let Some(rentals) = nested_object(reader, RENTS, "Enter each room's rent by its number.") {
        for (number, rent) in rentals.iter() {
            match read_amount(rent) {
                Ok(rent) => rooms.push(room(number, rent)),
                Err(error) => reader.refuse(RENTS, format!("Room {number}: {error}")),
            }
        }
    }
    for number in 1..=count {
        let number = number.to_string();
        if usize::try_from(count).is_ok_and(|count| rooms.len() < count)
            && !rooms.iter().any(|room| room.room_number == number)
        {
            rooms.push(room(&number, None));
        }
    }
    rooms.sort_by_key(|room| by_number(&room.room_number));
    read_occupancy(reader, &mut rooms);
    rooms
}

fn room(number: &str, rent: Option<Money>) -> Room {
    Room {
        room_number: number.to_owned(),
        monthly_rent: rent.map(Into::into),
        ..Room::default()
    }
}

/// "2" before "10", and numbers before names.
fn by_number(number: &str) -> (u64, String) {
    (number.parse().unwrap_or(u64::MAX), number.to_owned())
}

/// The rooms of a body, and which of their parts it has as paths of the contract's update mask. A list of states alone refers to
/// rooms by position, which only the service knows: such rooms have no number.
pub fn read_room_changes(reader: &mut FieldReader<'_>) -> (Vec<Room>, Vec<&'static str>) {
    const NUMBERS: &str = "rooms.room_number";
    const RENTALS: &str = "rooms.monthly_rent";
    const OCCUPIED: &str = "rooms.occupied";
    if reader.names("hmoRooms") || reader.names(RENTS) {
        let mut paths = vec![NUMBERS];
        if reader.raw(RENTS).is_some() {
            paths.push(RENTALS);
        }
        if reader.raw(OCCUPANCY).is_some() {
            paths.push(OCCUPIED);
        }
        return (read_rooms(reader), paths);
    }
    let rooms = match occupancy(reader) {
        None => return (Vec::new(), Vec::new()),
        Some(States::ByPlace(states)) => states
            .into_iter()
            .map(|occupied| Room {
                occupied,
                ..Room::default()
            })
            .collect(),
        Some(States::ByNumber(states)) => states
            .into_iter()
            .map(|(number, occupied)| Room {
                occupied,
                ..room(&number, None)
            })
            .collect(),
    };
    (rooms, vec![OCCUPIED])
}

/// The occupied rooms, in the form that a client sent.
enum States {
    /// The states in the order of the rooms' numbers.
    ByPlace(Vec<bool>),
    /// The states by the rooms' numbers.
    ByNumber(Vec<(String, bool)>),
}

fn read_occupancy(reader: &mut FieldReader<'_>, rooms: &mut [Room]) {
    match occupancy(reader) {
        None => {}
        Some(States::ByPlace(states)) => {
            for (index, occupied) in states.into_iter().enumerate() {
                match rooms.get_mut(index) {
                    Some(room) => room.occupied = occupied,
                    // Entries beyond the rooms are ignored as long as they are vacant.
                    None if !occupied => {}
                    None => reader.refuse(OCCUPANCY, "There are more entries than rooms."),
                }
            }
        }
        Some(States::ByNumber(states)) => {
            for (number, occupied) in states {
                match rooms.iter_mut().find(|room| room.room_number == number) {
                    Some(room) => room.occupied = occupied,
                    None => reader.refuse(OCCUPANCY, format!("There is no room {number}.")),
                }
            }
        }
    }
}

/// Reads the states; what cannot be read is noted and left out.
fn occupancy(reader: &mut FieldReader<'_>) -> Option<States> {
    const REFUSAL: &str = "Say for each room whether it is Vacant or Occupied.";
    let json = unwrapped(reader.raw(OCCUPANCY)?)?;
    if let Ok(list) = serde_json::from_str::<Vec<Box<RawValue>>>(&json) {
        let states: Option<_> = list.iter().map(|state| occupied(state)).collect();
        if states.is_none() {
            reader.refuse(OCCUPANCY, REFUSAL);
        }
        return states.map(States::ByPlace);
    }
    let object = JsonObject::parse(json.as_bytes()).ok();
    let states: Option<_> = object.and_then(|object| {
        object
            .iter()
            .map(|(number, state)| Some((number.to_owned(), occupied(state)?)))
            .collect()
    });
    if states.is_none() {
        reader.refuse(OCCUPANCY, REFUSAL);
    }
    states.map(States::ByNumber)
}

/// Returns true for a room that is let: `"Occupied"`, `true`, or an object that says `occupied`.
fn occupied(value: &RawValue) -> Option<bool> {
    let text = value.get();
    if let Ok(flag) = serde_json::from_str::<bool>(text) {
        return Some(flag);
    }
    if let Ok(word) = serde_json::from_str::<String>(text) {
        return match word.as_str() {
            "Occupied" => Some(true),
            "Vacant" | "" => Some(false),
            _ => None,
        };
    }
    let object = JsonObject::parse(text.as_bytes()).ok()?;
    match object.get("occupied") {
        Some(flag) if !flag.get().starts_with('{') => occupied(flag),
        Some(_) => None,
        None => Some(false),
    }
}

fn nested_object(reader: &mut FieldReader<'_>, field: &str, refusal: &str) -> Option<JsonObject> {
    let json = unwrapped(reader.raw(field)?)?;
    match JsonObject::parse(json.as_bytes()) {
        Ok(object) => Some(object),
        Err(_) => {
            reader.refuse(field, refusal);
            None
        }
    }
}

/// JSON in a text is parsed again; empty text means absent.
fn unwrapped(value: &RawValue) -> Option<String> {
    match serde_json::from_str::<String>(value.get()) {
        Ok(text) if text.trim().is_empty() || text.trim() == "null" => None,
        Ok(text) => Some(text),
        Err(_) => Some(value.get().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::rest::problem::FieldErrors;

    /// Rooms as "number:pence:occupied".
    fn read(json: &str) -> Result<Vec<String>, FieldErrors> {
        let object = JsonObject::parse(json.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let rooms = read_rooms(&mut reader);
        reader.finish().map_err(|problem| problem.errors)?;
        Ok(rooms.iter().map(shown).collect())
    }

    fn shown(room: &Room) -> String {
        let rent = room.monthly_rent.as_ref();
        let rent = rent.map_or(-1, |rent| rent.minor_units);
        format!("{}:{rent}:{}", room.room_number, room.occupied)
    }

    #[test]
    fn every_shape_of_the_specification_gives_the_same_rooms() {
        let expected = ["1:48000:false", "2:52050:true"];
        for json in [
            r#"{"hmoRooms":2,"hmoRoomRentals":"{\"1\":\"480\",\"2\":\"520.50\"}","hmoRoomOccupancy":"[\"Vacant\",\"Occupied\"]"}"#,
            r#"{"hmoRooms":"2","hmoRoomRentals":{"2":520.5,"1":480},"hmoRoomOccupancy":["Vacant","Occupied"]}"#,
            r#"{"hmoRoomRentals":{"1":"£480.00","2":"520.50"},"hmoRoomOccupancy":{"2":{"occupied":true}}}"#,
            r#"{"hmoRoomRentals":{"1":"480","2":"520.50"},"hmoRoomOccupancy":{"1":false,"2":"Occupied"}}"#,
            r#"{"hmoRoomRentals":{"1":"480","2":"520.50"},"hmoRoomOccupancy":"{\"1\":{\"occupied\":false},\"2\":{\"occupied\":true}}"}"#,
            r#"{"hmoRoomRentals":{"1":"480","2":"520.50"},"hmoRoomOccupancy":["Vacant","Occupied","Vacant"]}"#,
        ] {
            assert_eq!(read(json).unwrap(), expected, "{json}");
        }
    }

    /// Rooms and paths of a change, the rooms as "number:pence:occupied".
    fn changes(json: &str) -> (Vec<String>, Vec<&'static str>) {
        let object = JsonObject::parse(json.as_bytes()).unwrap();
        let mut reader = FieldReader::new(&object);
        let (rooms, paths) = read_room_changes(&mut reader);
        reader.finish().unwrap();
        (rooms.iter().map(shown).collect(), paths)
    }

    #[test]
    fn a_change_names_the_parts_of_rooms_that_the_body_has() {
        let (numbers, rents, occupied) =
            ("rooms.room_number", "rooms.monthly_rent", "rooms.occupied");
        for (json, rooms, paths) in [
            (r#"{"name":"x"}"#, vec![], vec![]),
            (r#"{"hmoRoomOccupancy":null}"#, vec![], vec![]),
            (
                r#"{"hmoRooms":2}"#,
                vec!["1:-1:false", "2:-1:false"],
                vec![numbers],
            ),
            (
                r#"{"hmoRooms":null,"hmoRoomRentals":null}"#,
                vec![],
                vec![numbers],
            ),
            (
                r#"{"hmoRoomRentals":{"1":"480"}}"#,
                vec!["1:48000:false"],
                vec![numbers, rents],
            ),
            (
                r#"{"hmoRooms":1,"hmoRoomRentals":{"1":"480"},"hmoRoomOccupancy":["Occupied"]}"#,
                vec!["1:48000:true"],
                vec![numbers, rents, occupied],
            ),
            (
                r#"{"hmoRoomOccupancy":"[\"Vacant\",\"Occupied\"]"}"#,
                vec![":-1:false", ":-1:true"],
                vec![occupied],
            ),
            (
                r#"{"hmoRoomOccupancy":{"2":{"occupied":true}}}"#,
                vec!["2:-1:true"],
                vec![occupied],
            ),
        ] {
            let (found, named) = changes(json);
            assert_eq!(
                (found, named),
                (rooms.into_iter().map(str::to_owned).collect(), paths),
                "{json}"
            );
        }
    }

    #[test]
    fn rooms_without_a_rent_are_left_for_the_service_to_judge() {
        assert_eq!(
            read(r#"{"hmoRooms":2}"#).unwrap(),
            ["1:-1:false", "2:-1:false"]
        );
        assert_eq!(
            read(r#"{"hmoRooms":3,"hmoRoomRentals":{"10":"1","2":"1","A":"1"}}"#).unwrap(),
            ["2:100:false", "10:100:false", "A:100:false"]
        );
    }

    #[test]
    fn a_property_without_rooms_has_none() {
        for json in [
            "{}",
            r#"{"hmoRooms":null,"hmoRoomRentals":null,"hmoRoomOccupancy":null}"#,
            r#"{"hmoRooms":0,"hmoRoomRentals":"","hmoRoomOccupancy":""}"#,
            r#"{"hmoRoomRentals":"{}","hmoRoomOccupancy":"[]"}"#,
        ] {
            assert_eq!(read(json).unwrap(), Vec::<String>::new(), "{json}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_named_by_its_field() {
        for (json, field) in [
            (r#"{"hmoRooms":2000000000}"#, "hmoRooms"),
            (r#"{"hmoRooms":-1}"#, "hmoRooms"),
            (r#"{"hmoRoomRentals":[480]}"#, RENTS),
            (r#"{"hmoRoomRentals":"not json"}"#, RENTS),
            (r#"{"hmoRoomRentals":{"1":"lots"}}"#, RENTS),
            (r#"{"hmoRoomRentals":{"1":1,"1":2}}"#, RENTS),
            (r#"{"hmoRooms":1,"hmoRoomOccupancy":["Empty"]}"#, OCCUPANCY),
            (
                r#"{"hmoRooms":1,"hmoRoomOccupancy":["Vacant","Occupied"]}"#,
                OCCUPANCY,
            ),
            (r#"{"hmoRooms":1,"hmoRoomOccupancy":{"7":true}}"#, OCCUPANCY),
            (
                r#"{"hmoRooms":1,"hmoRoomOccupancy":{"1":{"occupied":{}}}}"#,
                OCCUPANCY,
            ),
            (r#"{"hmoRooms":1,"hmoRoomOccupancy":5}"#, OCCUPANCY),
        ] {
            let errors = read(json).unwrap_err();
            assert_eq!(errors.keys().collect::<Vec<_>>(), [field], "{json}");
        }
    }
}
