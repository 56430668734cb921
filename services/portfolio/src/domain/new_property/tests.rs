//! Tests of the rules: each rule has a draft that only it refuses.

use lintel_core::Violations;
use proptest::prelude::*;

use super::*;
use crate::domain::{Lease, RunningCosts};

mod books;
mod nation;
mod prices;
mod rooms;

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default()
}

fn house() -> PropertyDraft {
    PropertyDraft {
        name: "Rose Cottage".to_owned(),
        address: "1 High Street, Leeds".to_owned(),
        postcode: "ls1 4ap".to_owned(),
        property_type: Some(PropertyType::House),
        bedrooms: 3,
        bathrooms: 1,
        monthly_rent: Some(Money::gbp(125_000)),
        ..PropertyDraft::default()
    }
}

fn room(number: &str, rent: i64) -> RoomDraft {
    RoomDraft {
        number: number.to_owned(),
        monthly_rent: Some(Money::gbp(rent)),
        ..RoomDraft::default()
    }
}

fn shared_house(rooms: usize) -> PropertyDraft {
    PropertyDraft {
        property_type: Some(PropertyType::Hmo),
        rooms: (1..=rooms).map(|n| room(&n.to_string(), 48_000)).collect(),
        ..house()
    }
}

fn flat(lease: Lease) -> PropertyDraft {
    PropertyDraft {
        property_type: Some(PropertyType::Flat),
        lease,
        ..house()
    }
}

/// The fields that a draft is refused for, with their texts.
fn refused(draft: PropertyDraft) -> Vec<(String, String)> {
    match NewProperty::try_new(draft, RentRule::SumOfRooms, today()) {
        Err(Error::Invalid { reason, violations }) => {
            assert_eq!(reason, "PROPERTY_INVALID");
            violations
                .iter()
                .map(|violation| (violation.field.clone(), violation.message.clone()))
                .collect()
        }
        other => {
            assert!(other.is_ok(), "{other:?}");
            Vec::new()
        }
    }
}

#[track_caller]
fn assert_refused(draft: PropertyDraft, field: &str, message: &str) {
    assert_eq!(refused(draft), [(field.to_owned(), message.to_owned())]);
}

#[test]
fn an_ordinary_house_is_accepted_with_what_was_given() -> anyhow::Result<()> {
    let new = NewProperty::try_new(house(), RentRule::SumOfRooms, today())?;
    let details = new.details();
    assert_eq!(details.postcode, "LS1 4AP");
    assert_eq!(details.status, StoredStatus::Vacant);
    assert_eq!((details.size.as_ref(), details.current_value), (None, None));
    assert_eq!(
        (details.mortgage.as_ref(), details.insurance.as_ref()),
        (None, None)
    );
    assert!(new.rooms().is_empty());
    Ok(())
}

#[test]
fn an_empty_draft_is_refused_for_every_missing_field_at_once() {
    let fields: Vec<_> = refused(PropertyDraft::default())
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(
        fields,
        [
            "property_type",
            "display_name",
            "address",
            "postcode",
            "bathrooms",
            "monthly_rent"
        ]
    );
}

#[test]
fn a_field_that_could_not_be_read_is_not_also_called_missing() {
    let mut unreadable = Violations::default();
    unreadable.add("monthly_rent", "Amounts are in pounds sterling (GBP).");
    let draft = PropertyDraft {
        monthly_rent: None,
        unreadable,
        ..house()
    };
    assert_refused(
        draft,
        "monthly_rent",
        "Amounts are in pounds sterling (GBP).",
    );
}

#[test]
fn texts_are_trimmed_limited_and_on_one_line() -> anyhow::Result<()> {
    let named = |name: &str| PropertyDraft {
        name: name.to_owned(),
        ..house()
    };
    assert_eq!(
        NewProperty::try_new(named("  Rose\u{a0}"), RentRule::SumOfRooms, today())?
            .details()
            .name,
        "Rose"
    );
    assert!(refused(named(&"é".repeat(200))).is_empty());
    assert_refused(
        named(&"é".repeat(201)),
        "display_name",
        "Name must have 200 characters or fewer.",
    );
    assert_refused(named(" \t "), "display_name", "Name is required.");
    for bad in ["a\nb", "a\0b", "a\u{85}b"] {
        assert_refused(
            named(bad),
            "display_name",
            "Name must be on one line, without control characters.",
        );
    }
    Ok(())
}

#[test]
fn what_is_no_postcode_is_refused() {
    for bad in ["", "LS1", "12345", "QQ1 1AA", "LS1 4AP; DROP TABLE"] {
        let draft = PropertyDraft {
            postcode: bad.to_owned(),
            ..house()
        };
        assert_refused(draft, "postcode", "Enter a valid UK postcode.");
    }
}

#[test]
fn bedrooms_and_bathrooms_stay_within_their_bounds() {
    let rooms = |bedrooms, bathrooms| PropertyDraft {
        bedrooms,
        bathrooms,
        ..house()
    };
    assert!(refused(rooms(0, 1)).is_empty());
    assert!(refused(rooms(100, 10)).is_empty());
    assert_refused(rooms(-1, 1), "bedrooms", "Bedrooms must be from 0 to 100.");
    assert_refused(rooms(101, 1), "bedrooms", "Bedrooms must be from 0 to 100.");
    assert_refused(rooms(1, 0), "bathrooms", "Bathrooms must be from 1 to 10.");
    assert_refused(rooms(1, 11), "bathrooms", "Bathrooms must be from 1 to 10.");
}

#[test]
fn partially_occupied_is_never_taken_from_a_person() {
    for draft in [house(), shared_house(2)] {
        let draft = PropertyDraft {
            status: Some(Status::PartiallyOccupied),
            ..draft
        };
        assert_refused(
            draft,
            "status",
            "Partially Occupied follows from the rooms and cannot be chosen.",
        );
    }
}

#[test]
fn an_address_of_a_photo_that_was_not_uploaded_is_refused() {
    let draft = PropertyDraft {
        photos: vec!["https://example.org/house.jpg".to_owned()],
        ..house()
    };
    assert_refused(
        draft,
        "photo_urls",
        "Upload the photo first: only your own files can be shown.",
    );
}

proptest! {
    #[test]
    fn the_rent_of_a_shared_house_is_the_sum_of_its_rooms(rents in prop::collection::vec(0_i64..=999_999_999, 1..=10)) {
        let rooms = rents.iter().enumerate().map(|(n, rent)| room(&n.to_string(), *rent)).collect();
        let new = NewProperty::try_new(PropertyDraft { rooms, ..shared_house(1) }, RentRule::SumOfRooms, today());
        let rent = new.map(|new| new.details().asking_rent.minor()).ok();
        prop_assert_eq!(rent, Some(rents.iter().sum()));
    }

    #[test]
    fn no_draft_makes_it_panic(
        text in any::<String>(),
        number in any::<i32>(),
        pence in any::<Option<i64>>(),
        rooms in 0_usize..12,
    ) {
        let amount = pence.map(Money::gbp);
        let draft = PropertyDraft {
            name: text.clone(),
            address: text.clone(),
            postcode: text.clone(),
            bedrooms: number,
            bathrooms: number,
            monthly_rent: amount,
            purchase_year: Some(number),
            rooms: vec![RoomDraft { number: text, monthly_rent: amount, ..RoomDraft::default() }; rooms],
            ..shared_house(1)
        };
        prop_assert!(NewProperty::try_new(draft, RentRule::SumOfRooms, today()).is_err() || number <= 10);
    }
}
