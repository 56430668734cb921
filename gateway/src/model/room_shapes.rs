//! The forms in which older clients read the rooms of a shared house.

use serde::Serializer;

use super::{names::Occupancy, room::Room};

/// Count, rents by number and occupancy in the order of numbers; nothing for a property without rooms.
#[derive(Debug, Default)]
pub(super) struct RoomShapes {
    pub count: Option<usize>,
    pub rents: Option<Vec<(String, String)>>,
    pub occupancy: Option<Vec<Occupancy>>,
}

impl RoomShapes {
    pub fn of(rooms: &[Room]) -> Self {
        if rooms.is_empty() {
            return Self::default();
        }
        let rent = |room: &Room| (room.room_number.clone(), room.monthly_rent.clone());
        Self {
            count: Some(rooms.len()),
            rents: Some(rooms.iter().map(rent).collect()),
            occupancy: Some(rooms.iter().map(|room| room.is_occupied.into()).collect()),
        }
    }
}

/// A map keeps the order of the rooms ("2" before "10").
#[expect(clippy::ref_option, reason = "serde hands a reference to the field")]
pub(super) fn in_order<S: Serializer>(
    rents: &Option<Vec<(String, String)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match rents {
        None => serializer.serialize_none(),
        Some(rents) => serializer.collect_map(rents.iter().map(|(number, rent)| (number, rent))),
    }
}
