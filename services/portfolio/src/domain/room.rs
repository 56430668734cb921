//! The rooms of a shared house.

use std::cmp::Ordering;

use lintel_core::{Money, RoomId};
use serde::{Deserialize, Serialize};

/// A room that keeps every rule and is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRoom {
    /// The number on the door; unique in the house, ignoring case.
    pub number: String,
    /// Its name.
    pub name: String,
    /// The rent per month that it is offered for.
    pub asking_rent: Money,
    /// True when somebody lives in it.
    pub occupied: bool,
}

impl NewRoom {
    /// Returns whether the stored `room` says all of this already.
    #[must_use]
    pub fn is(&self, room: &Room) -> bool {
        self.number == room.number
            && self.name == room.name
            && self.asking_rent == room.asking_rent
            && self.occupied == room.occupied
    }
}

/// A lettable room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// Its id.
    pub id: RoomId,
    /// The number on the door; unique in the house, ignoring case.
    pub number: String,
    /// Its name.
    pub name: String,
    /// The rent per month that it is offered for.
    pub asking_rent: Money,
    /// The rent of its tenancy; `None` where it is not let, or its rent is not known yet.
    #[serde(default)]
    pub let_rent: Option<Money>,
    /// True when somebody lives in it.
    pub occupied: bool,
}

impl Room {
    /// The rent per month: its tenancy's while it is let, else what it is offered for.
    #[must_use]
    pub fn monthly_rent(&self) -> Money {
        self.let_rent.unwrap_or(self.asking_rent)
    }

    /// The same room, not stored.
    #[must_use]
    pub fn as_new(&self) -> NewRoom {
        NewRoom {
            number: self.number.clone(),
            name: self.name.clone(),
            asking_rent: self.asking_rent,
            occupied: self.occupied,
        }
    }
}

/// The order in which people count rooms: 2 before 10, 2 before 2a, and what starts with no digit last.
#[must_use]
pub fn by_number(one: &str, other: &str) -> Ordering {
    number_key(one).cmp(&number_key(other))
}

fn number_key(number: &str) -> (bool, usize, &str, &str) {
    let end = number
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(number.len());
    let (digits, rest) = number.split_at(end);
    let digits = digits.trim_start_matches('0');
    // Longer is greater, so that no number has to fit into an integer.
    (end == 0, digits.len(), digits, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_in_the_order_of_counting_not_of_spelling() {
        let mut numbers = vec![
            "10",
            "Attic",
            "2a",
            "1",
            "2",
            "010b",
            "99999999999999999999",
        ];
        numbers.sort_by(|a, b| by_number(a, b));
        assert_eq!(
            numbers,
            [
                "1",
                "2",
                "2a",
                "10",
                "010b",
                "99999999999999999999",
                "Attic"
            ]
        );
    }
}
