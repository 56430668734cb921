//! Rules of shared houses.

use super::*;

#[test]
fn a_shared_house_has_at_most_ten_rooms_and_none_until_they_are_set_up() {
    for rooms in [0, 1, 10] {
        assert!(refused(shared_house(rooms)).is_empty());
    }
    for rooms in [11, 500] {
        assert_refused(
            shared_house(rooms),
            "rooms",
            "A shared house has 1 to 10 rooms.",
        );
    }
}

#[test]
fn rooms_decide_the_bedrooms_and_the_rent_of_a_shared_house() -> anyhow::Result<()> {
    let draft = PropertyDraft {
        bedrooms: -5,
        monthly_rent: Some(Money::gbp(-1)),
        rooms: vec![room("1", 48_000), room("2", 51_050), room("3", 0)],
        ..shared_house(3)
    };
    let new = NewProperty::try_new(draft, RentRule::SumOfRooms, today())?;
    assert_eq!(new.details().bedrooms, 3);
    assert_eq!(new.details().asking_rent, Money::gbp(99_050));
    assert_eq!(new.rooms()[1].name, "Room 2");
    Ok(())
}

#[test]
fn a_rent_is_typed_where_there_are_no_rooms_or_the_landlord_types_it() -> anyhow::Result<()> {
    let rent = |rooms, typed: Option<i64>, rule| {
        let draft = PropertyDraft {
            monthly_rent: typed.map(Money::gbp),
            ..shared_house(rooms)
        };
        NewProperty::try_new(draft, rule, today()).map(|new| new.details().asking_rent.minor())
    };
    for (rooms, typed, rule, expected) in [
        (0, None, RentRule::SumOfRooms, 0),
        (0, Some(90_000), RentRule::SumOfRooms, 90_000),
        (2, Some(90_000), RentRule::SumOfRooms, 96_000),
        (2, Some(90_000), RentRule::Typed, 90_000),
        (2, Some(0), RentRule::Typed, 0),
        (2, None, RentRule::Typed, 96_000),
    ] {
        assert_eq!(
            rent(rooms, typed, rule)?,
            expected,
            "{rooms} {typed:?} {rule:?}"
        );
    }
    Ok(())
}

#[test]
fn rents_of_rooms_may_not_add_up_to_more_than_a_rent() {
    let draft = PropertyDraft {
        rooms: vec![room("1", 9_999_999_999), room("2", 1)],
        ..shared_house(2)
    };
    assert_refused(
        draft,
        "rooms",
        "The rents of all rooms must not be more than £99,999,999.99.",
    );
}

#[test]
fn a_negative_rent_is_named_at_its_room_and_nowhere_else() {
    let draft = PropertyDraft {
        rooms: vec![room("1", -1)],
        ..shared_house(1)
    };
    assert_refused(
        draft,
        "rooms[0].monthly_rent",
        "Room rent must not be negative.",
    );
}

#[test]
fn each_room_needs_its_own_number_and_a_rent() {
    let draft = PropertyDraft {
        rooms: vec![
            room("1a", 48_000),
            room(" 1A ", 48_000),
            room("", -1),
            RoomDraft {
                monthly_rent: None,
                ..room("4", 0)
            },
            room(&"5".repeat(21), 0),
        ],
        ..shared_house(5)
    };
    let expected = [
        ("rooms[1].room_number", "Each room needs its own number."),
        ("rooms[2].room_number", "Room number is required."),
        ("rooms[2].monthly_rent", "Room rent must not be negative."),
        ("rooms[3].monthly_rent", "Room rent is required."),
        (
            "rooms[4].room_number",
            "Room number must have 20 characters or fewer.",
        ),
    ];
    let refused = refused(draft);
    let found: Vec<_> = refused
        .iter()
        .map(|(f, m)| (f.as_str(), m.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn what_does_not_belong_to_the_kind_is_dropped() -> anyhow::Result<()> {
    let costs = RunningCosts {
        water: Some(Money::gbp(4_500)),
        ..RunningCosts::default()
    };
    let lease = Lease {
        years_remaining: Some(90),
        ..Lease::default()
    };
    for kind in PropertyType::ALL {
        let draft = PropertyDraft {
            property_type: Some(*kind),
            running_costs: costs,
            lease,
            ..shared_house(2)
        };
        let new = NewProperty::try_new(draft, RentRule::SumOfRooms, today())?;
        let details = new.details();
        assert_eq!(
            details.running_costs.is_some(),
            *kind == PropertyType::Hmo,
            "{kind:?}"
        );
        assert_eq!(
            details.lease.is_some(),
            *kind == PropertyType::Flat,
            "{kind:?}"
        );
        assert_eq!(
            new.rooms().len(),
            if *kind == PropertyType::Hmo { 2 } else { 0 },
            "{kind:?}"
        );
    }
    Ok(())
}
