//! What there is to let, as portfolio says it.

use lintel_core::{Money, PropertyId, RoomId};
use lintel_rules::Nation;

/// A property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// Its id.
    pub property: PropertyId,
    /// What the landlord calls it.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// The postcode.
    pub postcode: String,
    /// The nation that it is in: whose law applies.
    pub nation: Nation,
    /// The kind, as portfolio spells it.
    pub property_type: String,
    /// The rent per month; of a shared house the sum of its rooms' rents.
    pub monthly_rent: Money,
    /// Whether portfolio says that all of it is occupied.
    pub occupied: bool,
    /// The rooms of a shared house in the order of their numbers; of anything else none.
    pub rooms: Vec<HomeRoom>,
}

/// A room of a shared house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeRoom {
    /// Its id.
    pub id: RoomId,
    /// Its number as written on the door.
    pub number: String,
    /// The rent per month.
    pub monthly_rent: Money,
    /// Whether portfolio says that somebody lives in it.
    pub occupied: bool,
}

/// What was told of a property: it, or that it left the portfolio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeNews {
    /// The property.
    pub property: PropertyId,
    /// How it is now; `None` for one that left.
    pub home: Option<Home>,
    /// The version; only a newer one than that of the copy says anything.
    pub version: i64,
}

impl Home {
    /// Whether it is let by the room.
    #[must_use]
    pub fn is_hmo(&self) -> bool {
        self.property_type == "HMO"
    }

    /// The room of this number, without case.
    #[must_use]
    pub fn room(&self, number: &str) -> Option<&HomeRoom> {
        let number = number.trim();
        self.rooms
            .iter()
            .find(|room| same_room(&room.number, number))
    }
}

/// Whether two numbers stand for one room: their case does not matter.
#[must_use]
pub fn same_room(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Puts rooms into the order of their numbers: 2 before 10.
pub fn by_number(rooms: &mut [HomeRoom]) {
    rooms.sort_by_cached_key(|room| (room.number.chars().count(), room.number.to_lowercase()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(number: &str) -> HomeRoom {
        HomeRoom {
            id: 1.into(),
            number: number.to_owned(),
            monthly_rent: Money::ZERO,
            occupied: false,
        }
    }

    #[test]
    fn rooms_are_in_the_order_of_their_numbers_and_found_without_case() {
        let mut rooms = ["10", "2", "1a"].map(room);
        by_number(&mut rooms);
        let numbers = rooms.each_ref().map(|room| room.number.as_str());
        assert_eq!(numbers, ["2", "10", "1a"]);
        let home = Home {
            property: 1.into(),
            name: String::new(),
            address: String::new(),
            postcode: String::new(),
            nation: Nation::England,
            property_type: "HMO".to_owned(),
            monthly_rent: Money::ZERO,
            occupied: false,
            rooms: rooms.to_vec(),
        };
        assert!(home.is_hmo());
        assert_eq!(home.room(" 1A "), Some(&home.rooms[2]));
        assert_eq!(home.room("3"), None);
    }
}
