//! Refused requests, as callers see them, and that nothing of them is stored.

use lintel_proto::{
    common::v1::{Date, Money},
    portfolio::v1::{Mortgage, Property, PropertyStatus},
};
use tonic::Code;

use crate::{
    harness::{World, fields, reason, refusal, violations},
    property::{day, gbp, house, room, shared_house},
};

#[tokio::test]
async fn every_offending_field_is_named_at_once_whatever_is_wrong_with_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut given = Property {
        display_name: "  ".to_owned(),
        address: "line\nbreak".to_owned(),
        postcode: "LS1".to_owned(),
        bathrooms: 11,
        size: "x".repeat(51),
        status: PropertyStatus::PartiallyOccupied.into(),
        purchase_price: Some(Money {
            currency_code: "EUR".to_owned(),
            minor_units: 1,
        }),
        current_value: gbp(-1),
        purchase_date: Some(Date {
            year: 2026,
            month: 2,
            day: 30,
        }),
        photo_urls: vec!["/api/files/0".to_owned()],
        mortgage: Some(Mortgage {
            interest_rate_percent: "101".to_owned(),
            ..Mortgage::default()
        }),
        ..shared_house("", &[1])
    };
    given.rooms = vec![room("1", -1), room("1", 1)];
    let status = refusal(world.landlord()?.create(given).await)?;
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_eq!(reason(&status), "PROPERTY_INVALID");
    let expected = [
        ("purchase_price", "Amounts are in pounds sterling (GBP)."),
        ("purchase_date", "Enter a date that exists."),
        ("rooms[0].monthly_rent", "Room rent must not be negative."),
        ("rooms[1].room_number", "Each room needs its own number."),
        ("current_value", "Current value must not be negative."),
        ("display_name", "Name is required."),
        (
            "address",
            "Address must be on one line, without control characters.",
        ),
        ("postcode", "Enter a valid UK postcode."),
        ("bathrooms", "Bathrooms must be from 1 to 10."),
        ("size", "Size must have 50 characters or fewer."),
        (
            "status",
            "Partially Occupied follows from the rooms and cannot be chosen.",
        ),
        (
            "photo_urls",
            "Upload the photo first: only your own files can be shown.",
        ),
        (
            "mortgage.interest_rate_percent",
            "Enter a percentage from 0 to 100.",
        ),
    ];
    assert_eq!(
        violations(&status),
        expected.map(|(field, text)| (field.to_owned(), text.to_owned()))
    );
    assert_eq!(world.rows().await?, [0; 5]);
    Ok(())
}

#[tokio::test]
async fn an_empty_request_is_refused_for_what_it_lacks() -> anyhow::Result<()> {
    let world = World::start().await?;
    let status = refusal(world.landlord()?.create(Property::default()).await)?;
    assert_eq!(
        fields(&status),
        [
            "property_type",
            "display_name",
            "address",
            "postcode",
            "bathrooms",
            "monthly_rent"
        ]
    );
    Ok(())
}

#[tokio::test]
async fn kinds_and_statuses_that_this_server_does_not_know_are_refused() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let given = Property {
        property_type: 8,
        status: 7,
        ..house("Future")
    };
    assert_eq!(
        fields(&refusal(landlord.create(given).await)?),
        ["status", "property_type"]
    );
    let given = Property {
        property_type: -1,
        ..house("Past")
    };
    assert_eq!(
        fields(&refusal(landlord.create(given).await)?),
        ["property_type"]
    );
    Ok(())
}

#[tokio::test]
async fn a_purchase_tomorrow_is_refused_by_the_day_in_london() -> anyhow::Result<()> {
    let world = World::start_at("2026-06-30T22:59:59Z").await?;
    let landlord = world.landlord()?;
    let bought = |on| Property {
        purchase_date: on,
        ..house("House")
    };
    let status = refusal(landlord.create(bought(day(2026, 7, 1))).await)?;
    assert_eq!(fields(&status), ["purchase_date"]);
    assert!(landlord.create(bought(day(2026, 6, 30))).await.is_ok());
    Ok(())
}

#[tokio::test]
async fn text_that_postgres_could_not_keep_is_refused_and_is_no_fault_of_ours() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let nul = || "a\0b".to_owned();
    let mut given = shared_house("Shared", &[1]);
    given.display_name = nul();
    given.rooms[0].room_number = nul();
    given.rooms[0].display_name = nul();
    given.mortgage = Some(Mortgage {
        company: nul(),
        reference: nul(),
        contact: nul(),
        ..Mortgage::default()
    });
    let status = refusal(landlord.create(given).await)?;
    assert_eq!(reason(&status), "TEXT_INVALID");
    let mut named = fields(&status);
    named.sort();
    let expected = [
        "property.display_name",
        "property.mortgage.company",
        "property.mortgage.contact",
        "property.mortgage.reference",
        "property.rooms[0].display_name",
        "property.rooms[0].room_number",
    ];
    assert_eq!(named, expected);
    Ok(())
}

#[tokio::test]
async fn a_huge_list_of_rooms_gets_a_small_refusal() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut given = shared_house("Shared", &[]);
    given.rooms = vec![room("", -1); 50_000];
    let status = refusal(world.landlord()?.create(given).await)?;
    assert_eq!(fields(&status).first().map(String::as_str), Some("rooms"));
    assert!(fields(&status).len() < 30, "{}", fields(&status).len());
    Ok(())
}

#[tokio::test]
async fn names_that_look_like_sql_are_names() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let name = "'); DROP TABLE properties; --";
    let stored = landlord.create(house(name)).await?;
    assert_eq!(landlord.get(stored.property_id).await?.display_name, name);
    Ok(())
}

#[tokio::test]
async fn room_numbers_equal_only_to_the_database_are_refused_too() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut given = shared_house("Shared", &[]);
    // Rust writes a capital sigma at the end of a word as ς, PostgreSQL as σ.
    given.rooms = vec![room("ΑΣ", 1), room("ασ", 1)];
    let status = refusal(world.landlord()?.create(given).await)?;
    assert_eq!(
        violations(&status),
        [(
            "rooms".to_owned(),
            "Each room needs its own number.".to_owned()
        )]
    );
    assert_eq!(world.rows().await?, [0; 5]);
    Ok(())
}
