//! Tests of changes: what is named is replaced and nothing else.

use chrono::DateTime;
use lintel_core::{Money, Violations};

use super::*;
use crate::domain::{Lease, Room, RunningCosts, StoredStatus};

mod nation;
mod rooms;

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default()
}

fn stored(draft: PropertyDraft) -> anyhow::Result<Property> {
    let (details, rooms) = NewProperty::try_new(draft, RentRule::SumOfRooms, today())?.into_parts();
    let rooms = rooms.into_iter().zip(101_i64..).map(|(room, id)| Room {
        id: id.into(),
        number: room.number,
        name: room.name,
        asking_rent: room.asking_rent,
        let_rent: None,
        occupied: room.occupied,
    });
    Ok(Property {
        id: 7.into(),
        details,
        rooms: rooms.collect(),
        tenancy_active: false,
        let_rent: None,
        responsible: None,
        version: 1,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
    })
}

fn draft(kind: PropertyType) -> PropertyDraft {
    PropertyDraft {
        name: "Rose Cottage".to_owned(),
        address: "1 High Street, Leeds".to_owned(),
        postcode: "LS1 4AP".to_owned(),
        property_type: Some(kind),
        bedrooms: 3,
        bathrooms: 1,
        monthly_rent: Some(Money::gbp(125_000)),
        ..PropertyDraft::default()
    }
}

fn change(
    before: &Property,
    paths: &[&str],
    given: PropertyDraft,
) -> Result<ChangedProperty, Error> {
    let mask = UpdateMask::parse(paths.iter().copied())?;
    ChangedProperty::try_new(before, &mask, given, RentRule::SumOfRooms, today())
}

/// The fields that an error names, with their texts.
fn named<T>(result: Result<T, Error>) -> Vec<(String, String)> {
    match result {
        Err(Error::Invalid { violations, .. }) => violations
            .iter()
            .map(|v| (v.field.clone(), v.message.clone()))
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_mask_of_nothing_and_unknown_paths_are_refused_all_at_once() {
    assert_eq!(
        named(UpdateMask::parse([])),
        [(
            "update_mask".to_owned(),
            "Name at least one field to change.".to_owned()
        )]
    );
    let found = named(UpdateMask::parse([
        "name",
        "address",
        "",
        "organisation_id",
        "version",
    ]));
    let texts: Vec<_> = found.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "A property has no field `name`.",
            "A property has no field ``.",
            "A property has no field `organisation_id`.",
            "`version` cannot be changed."
        ]
    );
}

#[test]
fn what_is_not_named_stays_and_what_is_named_and_absent_is_emptied() -> anyhow::Result<()> {
    let mut full = draft(PropertyType::House);
    full.size = "78 sq m".to_owned();
    full.current_value = Some(Money::gbp(20_000_000));
    full.mortgage.company = "Leeds Building Society".to_owned();
    full.mortgage.interest_rate = "4.89".to_owned();
    let before = stored(full)?;
    let given = PropertyDraft {
        address: "2 Low Road, York".to_owned(),
        ..PropertyDraft::default()
    };
    let changed = change(&before, &["address", "size", "mortgage.company"], given)?;
    let mut expected = before.details.clone();
    expected.address = "2 Low Road, York".to_owned();
    expected.size = None;
    if let Some(mortgage) = &mut expected.mortgage {
        mortgage.company = None;
    }
    assert_eq!(changed.details, expected);
    // A group stands for all of it, named twice or once.
    let changed = change(
        &before,
        &["mortgage", "mortgage.company"],
        PropertyDraft::default(),
    )?;
    assert_eq!(changed.details.mortgage, None);
    // Emptied on purpose: what was paid does not come back as what it is worth.
    let changed = change(&before, &["current_value"], PropertyDraft::default())?;
    assert_eq!(changed.details.current_value, None);
    Ok(())
}

#[test]
fn a_change_to_what_it_is_already_is_nothing_new() -> anyhow::Result<()> {
    let before = stored(draft(PropertyType::House))?;
    let same = change(
        &before,
        &["display_name", "status"],
        draft(PropertyType::House),
    )?;
    assert!(same.is_nothing_new(&before));
    let other = PropertyDraft {
        name: "Thorn Cottage".to_owned(),
        ..draft(PropertyType::House)
    };
    assert!(!change(&before, &["display_name"], other)?.is_nothing_new(&before));
    Ok(())
}

#[test]
fn what_could_not_be_read_matters_only_where_it_is_named() -> anyhow::Result<()> {
    let before = stored(draft(PropertyType::House))?;
    let mut unreadable = Violations::default();
    unreadable.add("purchase_date", "Enter a date that exists.");
    let given = || PropertyDraft {
        name: "Thorn Cottage".to_owned(),
        unreadable: unreadable.clone(),
        ..PropertyDraft::default()
    };
    change(&before, &["display_name"], given())?;
    let refused = named(change(&before, &["display_name", "purchase_date"], given()));
    let expected = (
        "purchase_date".to_owned(),
        "Enter a date that exists.".to_owned(),
    );
    assert_eq!(refused, [expected]);
    Ok(())
}

#[test]
fn years_of_a_lease_that_are_typed_anew_are_those_of_today() -> anyhow::Result<()> {
    let entered = NaiveDate::from_ymd_opt(2020, 1, 1);
    let lease = Lease {
        years_remaining: Some(90),
        last_updated: entered,
        ..Lease::default()
    };
    let before = stored(PropertyDraft {
        lease,
        ..draft(PropertyType::Flat)
    })?;
    let day = |years, date: Option<NaiveDate>, paths: &[&str]| {
        let lease = Lease {
            years_remaining: years,
            last_updated: date,
            ..Lease::default()
        };
        let given = PropertyDraft {
            lease,
            ..PropertyDraft::default()
        };
        change(&before, paths, given)
            .map(|changed| changed.details.lease.and_then(|lease| lease.last_updated))
    };
    let (years, both) = (["lease.years_remaining"], ["lease"]);
    // The whole lease sent back, changed or not; the years alone.
    assert_eq!(day(Some(85), entered, &both)?, Some(today()));
    assert_eq!(day(Some(90), entered, &both)?, entered);
    assert_eq!(day(Some(85), None, &years)?, Some(today()));
    assert_eq!(day(Some(90), None, &years)?, entered);
    // A day that was typed with them counts; without years there is none.
    let other = NaiveDate::from_ymd_opt(2025, 6, 1);
    assert_eq!(day(Some(85), other, &both)?, other);
    assert_eq!(day(None, None, &years)?, None);
    Ok(())
}

#[test]
fn a_status_that_was_only_shown_is_not_typed() -> anyhow::Result<()> {
    let mut shared = draft(PropertyType::Hmo);
    shared.status = Some(Status::UnderMaintenance);
    shared.rooms = vec![
        RoomDraft {
            number: "1".to_owned(),
            monthly_rent: Some(Money::gbp(1)),
            occupied: true,
            ..RoomDraft::default()
        },
        RoomDraft {
            number: "2".to_owned(),
            monthly_rent: Some(Money::gbp(1)),
            ..RoomDraft::default()
        },
    ];
    let before = stored(shared)?;
    assert_eq!(before.status(), Status::PartiallyOccupied);
    let typed = |status| {
        let given = PropertyDraft {
            status,
            ..PropertyDraft::default()
        };
        change(&before, &["status"], given).map(|changed| changed.details.status)
    };
    assert_eq!(
        typed(Some(Status::PartiallyOccupied))?,
        StoredStatus::UnderMaintenance
    );
    assert_eq!(typed(None)?, StoredStatus::UnderMaintenance);
    // Another one than follows from the rooms would be kept and never shown.
    for other in [Status::Vacant, Status::Occupied, Status::UnderRenovation] {
        let refused = typed(Some(other)).map_err(|error| error.to_string());
        let text = "The status of a shared house follows from its rooms: it is Partially Occupied. Change the rooms instead.";
        assert_eq!(refused.err().as_deref(), Some(text));
    }

    let house = stored(draft(PropertyType::House))?;
    let given = PropertyDraft {
        status: Some(Status::PartiallyOccupied),
        ..PropertyDraft::default()
    };
    let refused = named(change(&house, &["status"], given));
    assert_eq!(refused[0].0, "status");
    Ok(())
}

#[test]
fn a_year_beside_a_date_of_another_one_is_refused() -> anyhow::Result<()> {
    let before = stored(PropertyDraft {
        purchase_date: NaiveDate::from_ymd_opt(2019, 5, 1),
        ..draft(PropertyType::House)
    })?;
    let given = |year, date: Option<NaiveDate>| PropertyDraft {
        purchase_year: Some(year),
        purchase_date: date,
        ..PropertyDraft::default()
    };
    let refused = named(change(&before, &["purchase_year"], given(2018, None)));
    assert_eq!(refused[0].0, "purchase_year");
    let both = ["purchase_year", "purchase_date"];
    let without = change(&before, &both, given(2018, None))?;
    assert_eq!(
        (without.details.purchase_year, without.details.purchase_date),
        (Some(2018), None)
    );
    let moved = NaiveDate::from_ymd_opt(2018, 2, 3);
    let dated = change(&before, &["purchase_date"], given(0, moved))?;
    assert_eq!(
        (dated.details.purchase_year, dated.details.purchase_date),
        (Some(2018), moved)
    );
    Ok(())
}

#[test]
fn another_kind_drops_what_only_the_old_one_has() -> anyhow::Result<()> {
    let mut flat = draft(PropertyType::Flat);
    flat.lease.ground_rent = Some(Money::gbp(2_500));
    flat.running_costs = RunningCosts::default();
    let before = stored(flat)?;
    let changed = change(&before, &["property_type"], draft(PropertyType::House))?;
    assert_eq!(changed.details.lease, None);
    assert_eq!(changed.details.asking_rent, before.details.asking_rent);
    // A house that becomes a shared one keeps its rent until its rooms are set up.
    let shared = change(&before, &["property_type"], draft(PropertyType::Hmo))?;
    assert_eq!((shared.details.bedrooms, shared.rooms.len()), (0, 0));
    assert_eq!(shared.details.asking_rent, before.details.asking_rent);
    Ok(())
}
