//! Tenancies in force: the status that they give a property, and the changes that they forbid (3-decisions section 4).

use chrono::NaiveDate;
use lintel_core::{PropertyId, TenancyId};

use super::{ChangedProperty, NewRoom, Property, PropertyType, StoredStatus};

/// A tenancy as the tenancy service last told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenancy {
    /// Its id.
    pub id: TenancyId,
    /// What is let.
    pub letting: Letting,
    /// The property.
    pub property: PropertyId,
    /// The first day.
    pub start: Option<NaiveDate>,
    /// The last day, where one is agreed.
    pub end: Option<NaiveDate>,
    /// Whether it has started and not ended.
    pub in_force: bool,
    /// Grows with every fact about it.
    pub version: i64,
}

/// What of a property is let.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Letting {
    /// All of it.
    Whole,
    /// The room of a shared house that has this number.
    Room(String),
}

impl Letting {
    /// What a number of a room, or none, stands for.
    #[must_use]
    pub fn of(room_number: Option<String>) -> Self {
        room_number.map_or(Self::Whole, Self::Room)
    }

    /// The number of the room, if it is one.
    #[must_use]
    pub fn room_number(&self) -> Option<&str> {
        match self {
            Self::Whole => None,
            Self::Room(number) => Some(number),
        }
    }

    /// Whether the room of this number is let by it.
    fn covers(&self, number: &str) -> bool {
        match self {
            Self::Whole => true,
            Self::Room(room) => room.trim().to_lowercase() == number.to_lowercase(),
        }
    }
}

/// How a tenancy stands against a change of what it lets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetAndKept {
    /// The property is let, so its status stays Occupied.
    Property,
    /// A room is let, so it stays occupied.
    Room,
    /// A room is let, so it stays.
    RoomRemoved,
}

impl Property {
    /// What the property becomes when `changed`, a letting of it, begins or ends while these are `in_force`: occupied where one
    /// of them covers it, vacant where none does. A room that is not there changes nothing.
    #[must_use]
    pub fn let_as(&self, changed: &Letting, in_force: &[Letting]) -> ChangedProperty {
        let by_room = self.details.property_type == PropertyType::Hmo && !self.rooms.is_empty();
        let mut details = self.details.clone();
        if !by_room {
            details.status = if in_force.is_empty() {
                StoredStatus::Vacant
            } else {
                StoredStatus::Occupied
            };
        }
        let rooms = self.rooms.iter().map(|room| {
            let covered = in_force.iter().any(|letting| letting.covers(&room.number));
            let new = NewRoom {
                number: room.number.clone(),
                name: room.name.clone(),
                monthly_rent: room.monthly_rent,
                occupied: if by_room && changed.covers(&room.number) {
                    covered
                } else {
                    room.occupied
                },
            };
            (Some(room.id), new)
        });
        ChangedProperty {
            details,
            rooms: rooms.collect(),
            responsible: self.responsible,
        }
    }

    /// Whether the tenancies `in_force` allow the change to `changed`: a let room or property cannot be set to vacant, and a let
    /// room cannot be removed. One that was already vacant before the tenancy was known may stay so.
    ///
    /// # Errors
    /// [`LetAndKept`] saying what stands against it.
    pub fn check_lettings(
        &self,
        changed: &ChangedProperty,
        in_force: &[Letting],
    ) -> Result<(), LetAndKept> {
        let room_is_let = |number: &str| in_force.iter().any(|letting| letting.covers(number));
        for old in self.rooms.iter().filter(|room| room_is_let(&room.number)) {
            let kept = changed.rooms.iter().find(|(id, _)| *id == Some(old.id));
            match kept {
                None => return Err(LetAndKept::RoomRemoved),
                Some((_, new)) if old.occupied && !new.occupied => return Err(LetAndKept::Room),
                Some(_) => {}
            }
        }
        let was_occupied = self.details.status == StoredStatus::Occupied;
        if self.rooms.is_empty()
            && !in_force.is_empty()
            && was_occupied
            && changed.details.status != StoredStatus::Occupied
        {
            return Err(LetAndKept::Property);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use lintel_core::Money;

    use super::*;
    use crate::domain::{NewProperty, PropertyDraft, RentRule, Room, RoomDraft, Status};

    fn property(
        kind: PropertyType,
        status: Status,
        rooms: &[(&str, bool)],
    ) -> anyhow::Result<Property> {
        let room = |(number, occupied): &(&str, bool)| RoomDraft {
            number: (*number).to_owned(),
            monthly_rent: Some(Money::gbp(48_000)),
            occupied: *occupied,
            ..RoomDraft::default()
        };
        let draft = PropertyDraft {
            name: "House".to_owned(),
            address: "1 High Street".to_owned(),
            postcode: "LS1 4AP".to_owned(),
            property_type: Some(kind),
            bathrooms: 1,
            monthly_rent: Some(Money::gbp(1)),
            status: Some(status),
            rooms: rooms.iter().map(room).collect(),
            ..PropertyDraft::default()
        };
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default();
        let new = NewProperty::try_new(draft, RentRule::SumOfRooms, today)?;
        let rooms = new.rooms().iter().zip(101_i64..).map(|(room, id)| Room {
            id: id.into(),
            number: room.number.clone(),
            name: room.name.clone(),
            monthly_rent: room.monthly_rent,
            occupied: room.occupied,
        });
        Ok(Property {
            id: 7.into(),
            details: new.details().clone(),
            rooms: rooms.collect(),
            tenancy_active: false,
            responsible: None,
            version: 1,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
        })
    }

    fn shared(rooms: &[(&str, bool)]) -> anyhow::Result<Property> {
        property(PropertyType::Hmo, Status::Vacant, rooms)
    }

    fn room(number: &str) -> Letting {
        Letting::Room(number.to_owned())
    }

    fn occupied(changed: &ChangedProperty) -> Vec<bool> {
        changed
            .rooms
            .iter()
            .map(|(_, room)| room.occupied)
            .collect()
    }

    #[test]
    fn a_letting_of_a_property_occupies_it_until_the_last_one_ends() -> anyhow::Result<()> {
        let house = |status| property(PropertyType::House, status, &[]);
        let status = |property: &Property, in_force: &[Letting]| {
            property.let_as(&Letting::Whole, in_force).details.status
        };
        let vacant = house(Status::UnderRenovation)?;
        assert_eq!(status(&vacant, &[Letting::Whole]), StoredStatus::Occupied);
        let occupied = house(Status::Occupied)?;
        assert_eq!(status(&occupied, &[Letting::Whole]), StoredStatus::Occupied);
        assert_eq!(status(&occupied, &[]), StoredStatus::Vacant);
        // A shared house whose rooms are not set up is let like a house, even if the tenancy names a room.
        let bare = shared(&[])?.let_as(&room("3"), &[room("3")]);
        assert_eq!(bare.details.status, StoredStatus::Occupied);
        Ok(())
    }

    #[test]
    fn a_letting_of_a_room_occupies_that_room_alone() -> anyhow::Result<()> {
        let house = shared(&[("1", false), ("A", true), ("3", false)])?;
        let begun = house.let_as(&room("1"), &[room("1")]);
        assert_eq!(occupied(&begun), [true, true, false]);
        assert_eq!(begun.details, house.details);
        assert_eq!(
            occupied(&house.let_as(&room(" a "), &[])),
            [false, false, false]
        );
        // Another tenancy of the same room goes on; a room that does not exist changes nothing.
        assert!(
            house
                .let_as(&room("A"), &[room("a")])
                .is_nothing_new(&house)
        );
        assert!(
            house
                .let_as(&room("9"), &[room("9")])
                .is_nothing_new(&house)
        );
        let whole = house.let_as(&Letting::Whole, &[Letting::Whole]);
        assert_eq!(occupied(&whole), [true, true, true]);
        Ok(())
    }

    fn changed(property: &Property, change: impl Fn(&mut ChangedProperty)) -> ChangedProperty {
        let rooms = property.rooms.iter().map(|room| {
            let new = NewRoom {
                number: room.number.clone(),
                name: room.name.clone(),
                monthly_rent: room.monthly_rent,
                occupied: room.occupied,
            };
            (Some(room.id), new)
        });
        let mut result = ChangedProperty {
            details: property.details.clone(),
            rooms: rooms.collect(),
            responsible: property.responsible,
        };
        change(&mut result);
        result
    }

    #[test]
    fn what_is_let_is_not_typed_vacant_and_not_taken_away() -> anyhow::Result<()> {
        let house = property(PropertyType::House, Status::Occupied, &[])?;
        let typed = changed(&house, |to| {
            to.details.status = StoredStatus::UnderMaintenance;
        });
        assert_eq!(
            house.check_lettings(&typed, &[Letting::Whole]),
            Err(LetAndKept::Property)
        );
        assert_eq!(house.check_lettings(&typed, &[]), Ok(()));
        let renamed = changed(&house, |to| to.details.name = "Other".to_owned());
        assert_eq!(house.check_lettings(&renamed, &[Letting::Whole]), Ok(()));

        let shared = shared(&[("1", true), ("2", true), ("3", false)])?;
        let vacate = |index: usize| changed(&shared, |to| to.rooms[index].1.occupied = false);
        let remove = |index: usize| {
            changed(&shared, |to| {
                to.rooms.remove(index);
            })
        };
        let lettings = [room("1"), room("3")];
        assert_eq!(
            shared.check_lettings(&vacate(0), &lettings),
            Err(LetAndKept::Room)
        );
        assert_eq!(shared.check_lettings(&vacate(1), &lettings), Ok(()));
        assert_eq!(
            shared.check_lettings(&remove(0), &lettings),
            Err(LetAndKept::RoomRemoved)
        );
        assert_eq!(shared.check_lettings(&remove(1), &lettings), Ok(()));
        assert_eq!(
            shared.check_lettings(&vacate(1), &[Letting::Whole]),
            Err(LetAndKept::Room)
        );
        // Vacant although it is let: said so before, and left alone.
        let same = changed(&shared, |_| {});
        assert_eq!(shared.check_lettings(&same, &lettings), Ok(()));
        Ok(())
    }
}
