//! Tenancies in force: the status that they give a property, and the changes that they forbid (docs/reference/decisions.md 4).

use chrono::NaiveDate;
use lintel_core::{Money, PropertyId, RoomId, TenancyId};

use super::{ChangedProperty, Property, PropertyType, StoredStatus, check::RENT_LIMIT};

/// A tenancy as the tenancy service last told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenancy {
    /// Its id.
    pub id: TenancyId,
    /// The part that is let.
    pub letting: Letting,
    /// The property.
    pub property: PropertyId,
    /// The first day.
    pub start: Option<NaiveDate>,
    /// The last day, where one is agreed.
    pub end: Option<NaiveDate>,
    /// Its rent by the month; `None` where nobody has told it yet.
    pub rent: Option<Money>,
    /// True when it has started and not ended.
    pub in_force: bool,
    /// Grows with every fact about it.
    pub version: i64,
}

/// The part of a property that is let.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Letting {
    /// All of it.
    Whole,
    /// The room of a shared house that has this number.
    Room(String),
}

impl Letting {
    /// Returns the letting of the room of that number, or of the whole property.
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

    /// Returns whether the room of this number is let by it.
    #[must_use]
    pub fn covers(&self, number: &str) -> bool {
        match self {
            Self::Whole => true,
            Self::Room(room) => room.trim().to_lowercase() == number.to_lowercase(),
        }
    }
}

/// A tenancy that is in force, of a property that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InForce {
    /// The tenancy.
    pub tenancy: TenancyId,
    /// The part of the property that is let.
    pub letting: Letting,
    /// Its rent by the month; `None` where nobody has told it yet.
    pub rent: Option<Money>,
    /// Its first day.
    pub start: Option<NaiveDate>,
}

/// The rents of a property and its rooms while they are let; `None` where they are not, or a rent is not known yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LetRents {
    /// All of it: of a shared house its free rooms with it.
    pub property: Option<Money>,
    /// Each room's.
    pub rooms: Vec<(RoomId, Option<Money>)>,
}

/// The rents of tenancies together; `None` where there are none, one is not known, or they are more than is kept.
fn together(rents: &[Option<Money>]) -> Option<Money> {
    let known: Option<Vec<Money>> = rents.iter().copied().collect();
    let known = known.filter(|known| !known.is_empty())?;
    let sum = Money::sum(known).ok()?;
    (sum.minor() <= RENT_LIMIT.minor()).then_some(sum)
}

/// The relation of a tenancy to a change of the part that it lets.
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
    /// Returns the property after `changed`, a letting of it, begins or ends while these are `in_force`: occupied where one
    /// of them covers it, vacant where none does. A room that is not there changes nothing.
    #[must_use]
    pub fn let_as(&self, changed: &Letting, in_force: &[InForce]) -> ChangedProperty {
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
            let mut new = room.as_new();
            if by_room && changed.covers(&room.number) {
                new.occupied = in_force.iter().any(|one| one.letting.covers(&room.number));
            }
            (Some(room.id), new)
        });
        ChangedProperty {
            details,
            rooms: rooms.collect(),
            ..ChangedProperty::nothing_of(self)
        }
    }

    /// Returns its rents while these tenancies are `in_force`.
    #[must_use]
    pub fn let_rents(&self, in_force: &[InForce]) -> LetRents {
        let by_room = self.details.property_type == PropertyType::Hmo && !self.rooms.is_empty();
        let whole = in_force.iter().any(|one| one.letting == Letting::Whole);
        let rent_of = |number: &str| {
            let covering = in_force.iter().filter(|one| one.letting.covers(number));
            together(&covering.map(|one| one.rent).collect::<Vec<_>>())
        };
        let rooms: Vec<_> = self
            .rooms
            .iter()
            .map(|room| {
                (
                    room,
                    (by_room && !whole).then(|| rent_of(&room.number)).flatten(),
                )
            })
            .collect();
        let property = if by_room && !whole {
            let is_let = rooms.iter().any(|(_, rent)| rent.is_some());
            let each = rooms
                .iter()
                .map(|(room, rent)| Some(rent.unwrap_or(room.asking_rent)));
            is_let
                .then(|| together(&each.collect::<Vec<_>>()))
                .flatten()
        } else {
            together(&in_force.iter().map(|one| one.rent).collect::<Vec<_>>())
        };
        LetRents {
            property,
            rooms: rooms
                .into_iter()
                .map(|(room, rent)| (room.id, rent))
                .collect(),
        }
    }

    /// The property with these rents.
    #[must_use]
    pub fn with_rents(mut self, rents: &LetRents) -> Self {
        self.let_rent = rents.property;
        for room in &mut self.rooms {
            let known = rents.rooms.iter().find(|(id, _)| *id == room.id);
            room.let_rent = known.and_then(|(_, rent)| *rent);
        }
        self
    }

    /// Checks whether the tenancies `in_force` allow the change to `changed`: a let room or property cannot be set to vacant, and a let
    /// room cannot be removed. One that was already vacant before the tenancy was known may stay so.
    ///
    /// # Errors
    /// [`LetAndKept`] saying what stands against it.
    pub fn check_lettings(
        &self,
        changed: &ChangedProperty,
        in_force: &[InForce],
    ) -> Result<(), LetAndKept> {
        let room_is_let = |number: &str| in_force.iter().any(|one| one.letting.covers(number));
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
            asking_rent: room.asking_rent,
            let_rent: None,
            occupied: room.occupied,
        });
        Ok(Property {
            id: 7.into(),
            details: new.details().clone(),
            rooms: rooms.collect(),
            tenancy_active: false,
            let_rent: None,
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

    fn in_force(letting: &Letting) -> InForce {
        InForce {
            tenancy: 5.into(),
            letting: letting.clone(),
            rent: None,
            start: None,
        }
    }

    fn at(letting: &Letting, pence: i64) -> InForce {
        InForce {
            rent: Some(Money::gbp(pence)),
            ..in_force(letting)
        }
    }

    #[test]
    fn a_let_home_brings_what_its_tenancies_pay() -> anyhow::Result<()> {
        let house = property(PropertyType::House, Status::Occupied, &[])?;
        let brings = |in_force: &[InForce]| house.clone().with_rents(&house.let_rents(in_force));
        assert_eq!(brings(&[]).monthly_rent(), Money::gbp(1));
        assert_eq!(
            brings(&[at(&Letting::Whole, 115_000)]).monthly_rent(),
            Money::gbp(115_000)
        );
        let two = [at(&Letting::Whole, 115_000), at(&room("2"), 45_000)];
        assert_eq!(brings(&two).monthly_rent(), Money::gbp(160_000));
        // A rent that nobody has told yet leaves what was typed.
        assert_eq!(
            brings(&[in_force(&Letting::Whole)]).monthly_rent(),
            Money::gbp(1)
        );
        let too_much = [at(&Letting::Whole, 9_999_999_999), at(&Letting::Whole, 1)];
        assert_eq!(brings(&too_much).monthly_rent(), Money::gbp(1));
        Ok(())
    }

    #[test]
    fn a_shared_house_brings_its_tenancies_and_its_free_rooms() -> anyhow::Result<()> {
        let house = shared(&[("1", true), ("A", true), ("3", false)])?;
        let brings = |in_force: &[InForce]| house.clone().with_rents(&house.let_rents(in_force));
        let two = brings(&[at(&room("1"), 50_000), at(&room(" a "), 51_000)]);
        assert_eq!(two.monthly_rent(), Money::gbp(50_000 + 51_000 + 48_000));
        let rooms: Vec<_> = two.rooms.iter().map(Room::monthly_rent).collect();
        assert_eq!(rooms, [50_000, 51_000, 48_000].map(Money::gbp));
        // One rent is known, the other room counts as it was typed.
        let one = brings(&[at(&room("1"), 50_000), in_force(&room("A"))]);
        assert_eq!(one.monthly_rent(), Money::gbp(50_000 + 48_000 + 48_000));
        // Let as a whole, its rooms bring nothing by themselves.
        let whole = brings(&[at(&Letting::Whole, 130_000)]);
        assert_eq!(whole.monthly_rent(), Money::gbp(130_000));
        assert!(whole.rooms.iter().all(|room| room.let_rent.is_none()));
        assert_eq!(brings(&[]).let_rent, None);
        Ok(())
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
        let status = |property: &Property, lettings: &[Letting]| {
            let in_force: Vec<_> = lettings.iter().map(in_force).collect();
            property.let_as(&Letting::Whole, &in_force).details.status
        };
        let vacant = house(Status::UnderRenovation)?;
        assert_eq!(status(&vacant, &[Letting::Whole]), StoredStatus::Occupied);
        let occupied = house(Status::Occupied)?;
        assert_eq!(status(&occupied, &[Letting::Whole]), StoredStatus::Occupied);
        assert_eq!(status(&occupied, &[]), StoredStatus::Vacant);
        // A shared house whose rooms are not set up is let like a house, even if the tenancy names a room.
        let bare = shared(&[])?.let_as(&room("3"), &[in_force(&room("3"))]);
        assert_eq!(bare.details.status, StoredStatus::Occupied);
        Ok(())
    }

    #[test]
    fn a_letting_of_a_room_occupies_that_room_alone() -> anyhow::Result<()> {
        let house = shared(&[("1", false), ("A", true), ("3", false)])?;
        let begun = house.let_as(&room("1"), &[in_force(&room("1"))]);
        assert_eq!(occupied(&begun), [true, true, false]);
        assert_eq!(begun.details, house.details);
        assert_eq!(
            occupied(&house.let_as(&room(" a "), &[])),
            [false, false, false]
        );
        // Another tenancy of the same room goes on; a room that does not exist changes nothing.
        assert!(
            house
                .let_as(&room("A"), &[in_force(&room("a"))])
                .is_nothing_new(&house)
        );
        assert!(
            house
                .let_as(&room("9"), &[in_force(&room("9"))])
                .is_nothing_new(&house)
        );
        let whole = house.let_as(&Letting::Whole, &[in_force(&Letting::Whole)]);
        assert_eq!(occupied(&whole), [true, true, true]);
        Ok(())
    }

    fn changed(property: &Property, change: impl Fn(&mut ChangedProperty)) -> ChangedProperty {
        let mut result = ChangedProperty::nothing_of(property);
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
            house.check_lettings(&typed, &[in_force(&Letting::Whole)]),
            Err(LetAndKept::Property)
        );
        assert_eq!(house.check_lettings(&typed, &[]), Ok(()));
        let renamed = changed(&house, |to| to.details.name = "Other".to_owned());
        assert_eq!(
            house.check_lettings(&renamed, &[in_force(&Letting::Whole)]),
            Ok(())
        );

        let shared = shared(&[("1", true), ("2", true), ("3", false)])?;
        let vacate = |index: usize| changed(&shared, |to| to.rooms[index].1.occupied = false);
        let remove = |index: usize| {
            changed(&shared, |to| {
                to.rooms.remove(index);
            })
        };
        let lettings = [room("1"), room("3")].map(|one| in_force(&one));
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
            shared.check_lettings(&vacate(1), &[in_force(&Letting::Whole)]),
            Err(LetAndKept::Room)
        );
        // Vacant although it is let: said so before, and left alone.
        let same = changed(&shared, |_| {});
        assert_eq!(shared.check_lettings(&same, &lettings), Ok(()));
        Ok(())
    }
}
