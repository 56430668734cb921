//! The rent of a let home is its tenancies': what is read, what sums say, and what is refused.

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_portfolio::{app::record_tenancy, domain};
use lintel_proto::portfolio::v1::{Property, PropertyListing, PropertySort};
use tonic::Code;

use crate::{
    harness::{World, fields, reason, refusal},
    property::{gbp, house, shared_house},
};

/// Tells of a tenancy of a home, or a room of it, that pays so many pence by the month; `None` for one whose rent nobody told.
async fn told(
    world: &World,
    property: &Property,
    room: Option<&str>,
    version: i64,
    rent: Option<i64>,
    in_force: bool,
) -> anyhow::Result<()> {
    let number = room.map_or(5, |room| {
        100 + room.len() as i64 + i64::from(room.as_bytes()[0])
    });
    let tenancy = domain::Tenancy {
        id: number.into(),
        letting: domain::Letting::of(room.map(str::to_owned)),
        property: property.property_id.into(),
        start: NaiveDate::from_ymd_opt(2026, 11, 1),
        end: None,
        rent: rent.map(Money::gbp),
        in_force,
        version,
    };
    let mut tx = world.database.db.begin_worker().await?;
    let now = lintel_core::Clock::now(world.clock.as_ref());
    record_tenancy(&mut tx, 1.into(), &tenancy, now).await?;
    Ok(tx.commit().await?)
}

#[tokio::test]
async fn a_let_home_brings_its_tenancy_s_rent_until_it_ends() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let home = landlord.create(house("House")).await?;
    assert_eq!(
        (home.monthly_rent.clone(), home.asking_rent.clone()),
        (gbp(125_000), gbp(125_000))
    );
    let id = home.property_id;
    // Nobody has told the rent yet: what was typed counts.
    told(&world, &home, None, 1, None, true).await?;
    assert_eq!(landlord.get(id).await?.monthly_rent, gbp(125_000));

    told(&world, &home, None, 2, Some(115_000), true).await?;
    let let_home = landlord.get(id).await?;
    assert_eq!(let_home.monthly_rent, gbp(115_000));
    assert_eq!(let_home.asking_rent, gbp(125_000));
    let figures = let_home.figures.clone().unwrap_or_default();
    assert_eq!(figures.monthly_profit, gbp(115_000));
    let sums = landlord.dashboard().await?;
    assert_eq!(
        (sums.monthly_income, sums.let_income),
        (gbp(115_000), gbp(115_000))
    );
    let history = landlord.history(id, 0, "").await?.entries;
    assert_eq!(history[0].monthly_rent, gbp(115_000));
    let change = &history[0].changes[0];
    assert_eq!(
        (
            change.field.as_str(),
            change.old_value.as_deref(),
            change.new_value.as_deref()
        ),
        ("monthly_rent", Some("1250.00"), Some("1150.00"))
    );
    assert_eq!(history[0].changed_by_user_id, 0);

    // A dated change whose day has come.
    told(&world, &home, None, 3, Some(120_000), true).await?;
    assert_eq!(landlord.get(id).await?.monthly_rent, gbp(120_000));
    let series = landlord.series(1).await?;
    assert_eq!(series[0].monthly_income, gbp(120_000));
    told(&world, &home, None, 4, None, false).await?;
    let free = landlord.get(id).await?;
    assert_eq!(
        (free.monthly_rent, free.asking_rent),
        (gbp(125_000), gbp(125_000))
    );
    Ok(())
}

#[tokio::test]
async fn another_rent_of_a_let_home_is_refused_and_names_the_tenancy() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let home = landlord.create(house("House")).await?;
    told(&world, &home, None, 1, Some(115_000), true).await?;
    let before = landlord.get(home.property_id).await?;
    let mut changed = before.clone();
    changed.monthly_rent = gbp(130_000);
    let refused = refusal(landlord.change(changed.clone(), &["monthly_rent"]).await)?;
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (Code::FailedPrecondition, "RENT_OF_TENANCY")
    );
    assert!(
        refused.message().contains("dated rent change of tenancy 5"),
        "{}",
        refused.message()
    );
    assert_eq!(landlord.get(home.property_id).await?, before);
    // The same value passes, with whatever else is changed.
    changed.monthly_rent = gbp(115_000);
    changed.display_name = "Let house".to_owned();
    let renamed = landlord
        .change(
            changed.clone(),
            &["display_name", "monthly_rent", "asking_rent"],
        )
        .await?;
    assert_eq!(
        (renamed.monthly_rent, renamed.asking_rent),
        (gbp(115_000), gbp(125_000))
    );
    // What it is offered for is typed.
    changed.asking_rent = gbp(135_000);
    let asked = landlord.change(changed, &["asking_rent"]).await?;
    assert_eq!(
        (asked.monthly_rent, asked.asking_rent),
        (gbp(115_000), gbp(135_000))
    );
    let history = landlord.history(home.property_id, 0, "").await?.entries;
    let fields: Vec<_> = history[0]
        .changes
        .iter()
        .map(|one| one.field.as_str())
        .collect();
    assert_eq!(fields, ["asking_rent"]);
    Ok(())
}

#[tokio::test]
async fn two_rents_of_what_is_not_let_are_one_or_refused() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let home = landlord.create(house("House")).await?;
    let mut changed = home.clone();
    changed.asking_rent = gbp(130_000);
    // A client that sends everything back has changed one of the two.
    let both = ["monthly_rent", "asking_rent"];
    let asked = landlord.change(changed.clone(), &both).await?;
    assert_eq!(
        (asked.monthly_rent, asked.asking_rent),
        (gbp(130_000), gbp(130_000))
    );
    changed.monthly_rent = gbp(140_000);
    changed.asking_rent = gbp(150_000);
    let refused = refusal(landlord.change(changed, &both).await)?;
    assert_eq!(fields(&refused), ["asking_rent"]);
    Ok(())
}

#[tokio::test]
async fn a_shared_house_brings_its_let_rooms_and_what_free_rooms_ask() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let home = landlord
        .create(shared_house("Shared", &[48_000, 48_000, 50_000]))
        .await?;
    told(&world, &home, Some("1"), 1, Some(45_000), true).await?;
    let id = home.property_id;
    let one_let = landlord.get(id).await?;
    assert_eq!(one_let.monthly_rent, gbp(45_000 + 48_000 + 50_000));
    assert_eq!(one_let.asking_rent, gbp(48_000 + 48_000 + 50_000));
    let rents: Vec<_> = one_let
        .rooms
        .iter()
        .map(|room| (room.monthly_rent.clone(), room.asking_rent.clone()))
        .collect();
    assert_eq!(
        rents,
        [
            (gbp(45_000), gbp(48_000)),
            (gbp(48_000), gbp(48_000)),
            (gbp(50_000), gbp(50_000)),
        ]
    );
    assert_eq!(landlord.dashboard().await?.let_income, gbp(45_000));

    // A free room's figure is typed, and the sum follows.
    let mut changed = one_let.clone();
    changed.rooms[1].monthly_rent = gbp(47_000);
    let paths = ["rooms.room_number", "rooms.monthly_rent"];
    let saved = landlord.change(changed.clone(), &paths).await?;
    assert_eq!(saved.monthly_rent, gbp(45_000 + 47_000 + 50_000));
    assert_eq!(saved.rooms[0].asking_rent, gbp(48_000));
    // A let room's is its tenancy's.
    changed.rooms[0].monthly_rent = gbp(49_000);
    let refused = refusal(landlord.change(changed, &paths).await)?;
    assert_eq!(reason(&refused), "RENT_OF_TENANCY");
    assert!(
        refused.message().starts_with("Room 1 is let"),
        "{}",
        refused.message()
    );
    Ok(())
}

#[tokio::test]
async fn homes_are_sorted_by_what_they_bring() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut low = house("Low");
    low.monthly_rent = gbp(100_000);
    let low = landlord.create(low).await?;
    landlord.create(house("High")).await?;
    told(&world, &low, None, 1, Some(200_000), true).await?;
    let listing = PropertyListing {
        sort: PropertySort::MonthlyRent.into(),
        descending: true,
        ..Default::default()
    };
    let mut names = Vec::new();
    let mut token = String::new();
    loop {
        let page = landlord.list_of(listing.clone(), 1, &token).await?;
        names.extend(page.properties.into_iter().map(|home| home.display_name));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(names, ["Low", "High"]);
    Ok(())
}
