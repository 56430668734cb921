//! A change of the rooms of a shared house.

use super::super::{Room, RoomDraft, check::Checks};

/// Which parts of rooms a change names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Parts {
    numbers: bool,
    names: bool,
    rents: bool,
    occupancy: bool,
}

impl Parts {
    /// Notes `path` if it is one of rooms.
    pub fn name(&mut self, path: &str) -> bool {
        let all = path == "rooms";
        let known = [
            ("rooms.room_number", &mut self.numbers),
            ("rooms.display_name", &mut self.names),
            ("rooms.monthly_rent", &mut self.rents),
            ("rooms.occupied", &mut self.occupancy),
        ];
        let mut found = false;
        for (part, named) in known {
            if all || part == path {
                *named = true;
                found = true;
            }
        }
        found
    }

    /// `None` where nothing is named.
    pub fn some(self) -> Option<Self> {
        (self != Self::default()).then_some(self)
    }

    /// Whether the sum of the rents may change.
    pub const fn touch_rent(self) -> bool {
        self.numbers || self.rents
    }
}

impl From<&Room> for RoomDraft {
    fn from(room: &Room) -> Self {
        Self {
            number: room.number.clone(),
            name: room.name.clone(),
            monthly_rent: Some(room.monthly_rent),
            occupied: room.occupied,
        }
    }
}

/// The rooms of a house with rooms `before` when `parts` of those that are `given` are changed.
pub fn changed(
    checks: &mut Checks,
    parts: Parts,
    before: &[Room],
    given: Vec<RoomDraft>,
) -> Vec<RoomDraft> {
    if parts.numbers {
        let room = |given: RoomDraft| {
            let old = before.iter().find(|room| is(room, &given.number));
            let mut room = old.map_or_else(
                || RoomDraft {
                    number: given.number.clone(),
                    ..RoomDraft::default()
                },
                |old| RoomDraft {
                    number: given.number.clone(),
                    ..RoomDraft::from(old)
                },
            );
            parts.replace(&mut room, given);
            room
        };
        return given.into_iter().map(room).collect();
    }
    let mut rooms: Vec<_> = before.iter().map(RoomDraft::from).collect();
    for (index, given) in given.into_iter().enumerate() {
        let place = if given.number.trim().is_empty() {
            (index < before.len()).then_some(index)
        } else {
            before.iter().position(|room| is(room, &given.number))
        };
        match place.and_then(|place| rooms.get_mut(place)) {
            Some(room) => parts.replace(room, given),
            // A list that is longer than the house changes nothing as long as the surplus rooms are vacant.
            None if given.number.trim().is_empty() && !given.occupied => {}
            None => checks.refuse(
                &format!("rooms[{index}].room_number"),
                format!(
                    "There is no room {} in this house.",
                    room_name(&given, index)
                ),
            ),
        }
    }
    rooms
}

impl Parts {
    /// An absent rent or name says nothing.
    fn replace(self, room: &mut RoomDraft, given: RoomDraft) {
        if self.names && !given.name.trim().is_empty() {
            room.name = given.name;
        }
        if self.rents && given.monthly_rent.is_some() {
            room.monthly_rent = given.monthly_rent;
        }
        if self.occupancy {
            room.occupied = given.occupied;
        }
    }
}

fn is(room: &Room, number: &str) -> bool {
    room.number.to_lowercase() == number.trim().to_lowercase()
}

fn room_name(room: &RoomDraft, index: usize) -> String {
    let number = room.number.trim();
    if number.is_empty() {
        (index + 1).to_string()
    } else {
        number
            .chars()
            .filter(|c| !c.is_control())
            .take(20)
            .collect()
    }
}
