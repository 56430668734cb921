//! Changes of rooms.

use super::*;

fn room(number: &str, rent: Option<i64>) -> RoomDraft {
    RoomDraft {
        number: number.to_owned(),
        monthly_rent: rent.map(Money::gbp),
        ..RoomDraft::default()
    }
}

fn given(rooms: Vec<RoomDraft>) -> PropertyDraft {
    PropertyDraft {
        rooms,
        ..PropertyDraft::default()
    }
}

/// Rooms 1 (named Attic), 2 (occupied) and a, with ids 101 to 103.
fn house() -> anyhow::Result<Property> {
    let mut shared = draft(PropertyType::Hmo);
    shared.rooms = vec![
        RoomDraft {
            name: "Attic".to_owned(),
            ..room("1", Some(48_000))
        },
        RoomDraft {
            occupied: true,
            ..room("2", Some(50_000))
        },
        room("a", Some(1)),
    ];
    stored(shared)
}

/// Rooms as "id:number:name:pence:occupied".
fn shown(changed: &ChangedProperty) -> Vec<String> {
    let rooms = changed.rooms.iter();
    rooms
        .map(|(id, room)| {
            let id = id.map_or_else(|| "new".to_owned(), |id| id.to_string());
            let occupied = if room.occupied { "occupied" } else { "vacant" };
            let pence = room.asking_rent.minor();
            format!("{id}:{}:{}:{pence}:{occupied}", room.number, room.name)
        })
        .collect()
}

#[test]
fn rooms_keep_their_ids_by_their_numbers_and_what_is_not_said_of_them() -> anyhow::Result<()> {
    let before = house()?;
    let rooms = vec![room("A", Some(2)), room("1", None), room("4", Some(40_000))];
    let changed = change(
        &before,
        &["rooms.room_number", "rooms.monthly_rent"],
        given(rooms),
    )?;
    let expected = [
        "103:A:Room a:2:vacant",
        "101:1:Attic:48000:vacant",
        "new:4:Room 4:40000:vacant",
    ];
    assert_eq!(shown(&changed), expected);
    assert_eq!(changed.details.asking_rent, Money::gbp(88_002));
    assert_eq!(changed.details.bedrooms, 3);
    // Numbers alone say which rooms there are.
    let kept = change(
        &before,
        &["rooms.room_number"],
        given(vec![room("2", Some(1))]),
    )?;
    assert_eq!(shown(&kept), ["102:2:Room 2:50000:occupied"]);
    Ok(())
}

#[test]
fn the_whole_list_replaces_everything_that_it_says() -> anyhow::Result<()> {
    let before = house()?;
    let renamed = RoomDraft {
        name: "Garden room".to_owned(),
        occupied: true,
        ..room("1", Some(47_000))
    };
    let changed = change(
        &before,
        &["rooms"],
        given(vec![renamed, room("2", Some(3))]),
    )?;
    let expected = ["101:1:Garden room:47000:occupied", "102:2:Room 2:3:vacant"];
    assert_eq!(shown(&changed), expected);
    Ok(())
}

#[test]
fn parts_of_rooms_are_changed_by_number_or_by_place() -> anyhow::Result<()> {
    let before = house()?;
    let occupied = |number: &str| RoomDraft {
        occupied: true,
        ..room(number, None)
    };
    let by_number = change(&before, &["rooms.occupied"], given(vec![occupied("A")]))?;
    let expected = [
        "101:1:Attic:48000:vacant",
        "102:2:Room 2:50000:occupied",
        "103:a:Room a:1:occupied",
    ];
    assert_eq!(shown(&by_number), expected);
    let list = vec![occupied(""), room("", None), room("", None), room("", None)];
    let by_place = change(&before, &["rooms.occupied"], given(list))?;
    let expected = [
        "101:1:Attic:48000:occupied",
        "102:2:Room 2:50000:vacant",
        "103:a:Room a:1:vacant",
    ];
    assert_eq!(shown(&by_place), expected);
    let rents = change(
        &before,
        &["rooms.monthly_rent"],
        given(vec![room("2", Some(9))]),
    )?;
    assert_eq!(rents.details.asking_rent, Money::gbp(48_010));
    Ok(())
}

#[test]
fn rooms_that_are_not_there_and_new_ones_without_a_rent_are_named() -> anyhow::Result<()> {
    let before = house()?;
    let surplus = RoomDraft {
        occupied: true,
        ..RoomDraft::default()
    };
    let list = vec![
        room("", None),
        room("", None),
        room("", None),
        surplus,
        room("9", None),
    ];
    let refused = named(change(&before, &["rooms.occupied"], given(list)));
    let field = |index: usize| format!("rooms[{index}].room_number");
    let text = |n: &str| format!("There is no room {n} in this house.");
    assert_eq!(refused, [(field(3), text("4")), (field(4), text("9"))]);
    let refused = named(change(
        &before,
        &["rooms.room_number"],
        given(vec![room("9", Some(1))]),
    ));
    assert_eq!(refused[0].0, "rooms[0].monthly_rent");
    Ok(())
}

#[test]
fn a_house_that_is_set_up_keeps_a_room_and_one_that_is_not_may_stay_so() -> anyhow::Result<()> {
    let refused = named(change(&house()?, &["rooms"], given(vec![])));
    let expected = (
        "rooms".to_owned(),
        "A shared house has 1 to 10 rooms.".to_owned(),
    );
    assert_eq!(refused, [expected]);
    let bare = stored(draft(PropertyType::Hmo))?;
    assert!(change(&bare, &["rooms"], given(vec![]))?.is_nothing_new(&bare));
    // Of another kind, rooms say nothing.
    let flat = stored(draft(PropertyType::Flat))?;
    let ignored = change(&flat, &["rooms"], given(vec![room("1", Some(1))]))?;
    assert!(ignored.is_nothing_new(&flat));
    Ok(())
}

#[test]
fn a_typed_rent_stays_until_somebody_touches_what_it_follows_from() -> anyhow::Result<()> {
    let mut before = house()?;
    before.details.asking_rent = Money::gbp(90_000);
    let rent = |paths: &[&str], rule, draft: PropertyDraft| {
        let mask = UpdateMask::parse(paths.iter().copied())?;
        ChangedProperty::try_new(&before, &mask, draft, rule, today())
            .map(|changed| changed.details.asking_rent.minor())
    };
    let typed = || PropertyDraft {
        monthly_rent: Some(Money::gbp(91_000)),
        ..draft(PropertyType::Hmo)
    };
    let occupancy = || given(vec![room("1", None)]);
    let rents = || given(vec![room("1", Some(0))]);
    let sum = RentRule::SumOfRooms;
    assert_eq!(rent(&["display_name"], sum, typed())?, 90_000);
    assert_eq!(rent(&["rooms.occupied"], sum, occupancy())?, 90_000);
    assert_eq!(rent(&["monthly_rent"], sum, typed())?, 98_001);
    assert_eq!(rent(&["rooms.monthly_rent"], sum, rents())?, 50_001);
    assert_eq!(rent(&["monthly_rent"], RentRule::Typed, typed())?, 91_000);
    assert_eq!(
        rent(&["rooms.monthly_rent"], RentRule::Typed, rents())?,
        90_000
    );
    Ok(())
}
