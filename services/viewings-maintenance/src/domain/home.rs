//! A home, as portfolio says it.

use lintel_core::{PropertyId, RoomId, UserId};
use lintel_rules::Nation;

/// A property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// Its id.
    pub property: PropertyId,
    /// The landlord's name for it.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// The postcode.
    pub postcode: String,
    /// The nation that it is in: whose law applies.
    pub nation: Nation,
    /// True when portfolio says that somebody lives in all of it.
    pub occupied: bool,
    /// The rooms of a shared house in the order of their numbers; of anything else none.
    pub rooms: Vec<HomeRoom>,
    /// The member who is responsible; `None` where they have left.
    pub responsible_user: Option<UserId>,
}

/// A room of a shared house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeRoom {
    /// Its id.
    pub id: RoomId,
    /// Its number as written on the door.
    pub number: String,
    /// True when portfolio says that somebody lives in it.
    pub occupied: bool,
}

/// The news of a property: its state, or that it left the portfolio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeNews {
    /// The property.
    pub property: PropertyId,
    /// Its state now; `None` for one that left.
    pub home: Option<Home>,
    /// The version; only a newer one than that of the copy says anything.
    pub version: i64,
}

impl Home {
    /// The room of this number, without case.
    #[must_use]
    pub fn room(&self, number: &str) -> Option<&HomeRoom> {
        let number = number.trim();
        self.rooms
            .iter()
            .find(|room| same_room(&room.number, number))
    }

    /// Street, town and postcode in one line.
    #[must_use]
    pub fn full_address(&self) -> String {
        format!("{}, {}", self.address, self.postcode)
    }

    /// Returns whether portfolio says that somebody lives in the room, or in any of it where no room is named.
    #[must_use]
    pub fn lived_in(&self, room: Option<&str>) -> bool {
        let room = room.and_then(|number| self.room(number));
        match room {
            Some(room) => room.occupied,
            None => self.occupied || self.rooms.iter().any(|room| room.occupied),
        }
    }
}

/// Returns whether two numbers stand for one room: their case does not matter.
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

    fn room(number: &str, occupied: bool) -> HomeRoom {
        HomeRoom {
            id: 1.into(),
            number: number.to_owned(),
            occupied,
        }
    }

    #[test]
    fn rooms_are_in_the_order_of_their_numbers_and_found_without_case() {
        let mut rooms = ["10", "2", "1a"].map(|number| room(number, number == "2"));
        by_number(&mut rooms);
        let numbers = rooms.each_ref().map(|room| room.number.as_str());
        assert_eq!(numbers, ["2", "10", "1a"]);
        let home = Home {
            property: 1.into(),
            name: String::new(),
            address: "1 Mill Lane, York".to_owned(),
            postcode: "YO1 7HZ".to_owned(),
            nation: Nation::England,
            occupied: false,
            rooms: rooms.to_vec(),
            responsible_user: None,
        };
        assert_eq!(home.room(" 1A "), Some(&home.rooms[2]));
        assert_eq!(home.room("3"), None);
        assert_eq!(home.full_address(), "1 Mill Lane, York, YO1 7HZ");
        assert!(home.lived_in(Some("2")) && home.lived_in(None));
        assert!(!home.lived_in(Some("10")));
    }
}
