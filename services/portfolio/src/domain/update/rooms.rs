//! A change of the rooms of a shared house.

use super::{
    super::{Room, RoomDraft, check::Checks},
    RentOfTenancy,
};

/// Which parts of rooms a change names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Parts {
    numbers: bool,
    names: bool,
    rents: bool,
    asking: bool,
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
            ("rooms.asking_rent", &mut self.asking),
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

    /// Returns whether the sum of the rents may change.
    pub const fn touch_rent(self) -> bool {
        self.numbers || self.rents || self.asking
    }
}

impl From<&Room> for RoomDraft {
    fn from(room: &Room) -> Self {
        Self {
            number: room.number.clone(),
            name: room.name.clone(),
            monthly_rent: Some(room.asking_rent),
            asking_rent: None,
            occupied: room.occupied,
        }
    }
}

/// The rooms of a house with rooms `before` when `parts` of those that are `given` are changed, and the first of which a rent is said that
/// its tenancy has.
pub fn changed(
    checks: &mut Checks,
    parts: Parts,
    before: &[Room],
    given: Vec<RoomDraft>,
) -> (Vec<RoomDraft>, Option<RentOfTenancy>) {
    let mut contested = None;
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
            let refused = parts.replace(&mut room, old, given);
            contested = contested.take().or(refused);
            room
        };
        let rooms = given.into_iter().map(room).collect();
        return (rooms, contested);
    }
    let mut rooms: Vec<_> = before.iter().map(RoomDraft::from).collect();
    for (index, given) in given.into_iter().enumerate() {
        let place = if given.number.trim().is_empty() {
            (index < before.len()).then_some(index)
        } else {
            before.iter().position(|room| is(room, &given.number))
        };
        let old = place.and_then(|place| before.get(place));
        match place.and_then(|place| rooms.get_mut(place)) {
            Some(room) => {
                let refused = parts.replace(room, old, given);
                contested = contested.or(refused);
            }
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
    (rooms, contested)
}

impl Parts {
    /// An absent rent or name says nothing. The rent of a let room may be sent back as it was shown; another one is its tenancy's to change.
    fn replace(
        self,
        room: &mut RoomDraft,
        old: Option<&Room>,
        given: RoomDraft,
    ) -> Option<RentOfTenancy> {
        if self.names && !given.name.trim().is_empty() {
            room.name = given.name;
        }
        if self.occupancy {
            room.occupied = given.occupied;
        }
        let let_rent = old.and_then(|old| old.let_rent);
        let said = given.monthly_rent.filter(|_| self.rents);
        let asked = given.asking_rent.filter(|_| self.asking);
        if let_rent.is_none() {
            room.monthly_rent = said
                .filter(|said| Some(*said) != room.monthly_rent)
                .or(asked)
                .or(room.monthly_rent);
            return None;
        }
        room.monthly_rent = asked.or(room.monthly_rent);
        let another = said.is_some() && said != let_rent;
        another.then(|| RentOfTenancy::Room(room.number.clone()))
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
