//! The reply to adding a property.

use chrono::Duration;
use lintel_proto::{
    common::v1::{Money, Nation},
    portfolio::v1::{DueState, Property, PropertyFigures, PropertyStatus, PropertyType, Room},
};

use crate::{
    harness::World,
    property::{day, flat, gbp, house, pence, room, shared_house},
};

/// Returns the given property with the fields that the service adds.
fn added(given: Property, stored: &Property) -> Property {
    Property {
        property_id: stored.property_id,
        figures: stored.figures.clone(),
        create_time: stored.create_time,
        update_time: stored.update_time,
        version: 1,
        rooms_configured: true,
        responsible_user_id: 11,
        nation: Nation::England.into(),
        asking_rent: given.monthly_rent.clone(),
        duties: stored.duties,
        ..given
    }
}

#[tokio::test]
async fn every_field_comes_back_as_it_was_given() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let given = flat("Flat 1");
    let stored = landlord.create(given.clone()).await?;

    let mut expected = added(given, &stored);
    if let Some(lease) = &mut expected.lease {
        // Two years of 365.25 days have passed since 1 November 2024.
        lease.current_years_remaining = Some(88);
    }
    assert_eq!(stored, expected);
    assert_eq!(stored.create_time.map(|at| at.seconds), Some(1_795_255_200));
    let figures = PropertyFigures {
        monthly_profit: gbp(34_825),
        annual_profit: gbp(417_900),
        annual_yield_percent: "6.33".to_owned(),
        monthly_costs: gbp(60_175),
        running_costs: gbp(17_500),
        monthly_insurance: gbp(1_650),
        annual_projection: None,
        mortgage_paid_off_percent: "11.7".to_owned(),
        fixed_term_days_remaining: Some(465),
        fixed_term_state: DueState::Success.into(),
        insurance_days_remaining: Some(71),
        insurance_renewal_state: DueState::Warning.into(),
        value_change: gbp(3_050_001),
        ltv_percent: "62.94".to_owned(),
        occupied_rooms: 0,
    };
    assert_eq!(stored.figures, Some(figures));
    assert_eq!(landlord.get(stored.property_id).await?, stored);
    assert_eq!(landlord.list(0, "").await?.properties, [stored]);
    Ok(())
}

#[tokio::test]
async fn what_was_not_given_is_absent_and_not_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let stored = landlord.create(house("House")).await?;
    let expected = Property {
        status: PropertyStatus::Vacant.into(),
        ..added(house("House"), &stored)
    };
    assert_eq!(stored, expected);
    let figures = stored.figures.clone().unwrap_or_default();
    assert_eq!(figures.annual_yield_percent, "");
    let missing = stored.duties.unwrap_or_default().missing;
    assert_eq!(missing, 7, "nothing is recorded yet");
    assert_eq!(landlord.get(stored.property_id).await?, stored);
    Ok(())
}

#[tokio::test]
async fn texts_are_trimmed_and_the_postcode_is_spelt_properly() -> anyhow::Result<()> {
    let world = World::start().await?;
    let given = Property {
        display_name: "  Rose Cottage ".to_owned(),
        postcode: "ls14ap".to_owned(),
        size: "   ".to_owned(),
        ..house("")
    };
    let stored = world.landlord()?.create(given).await?;
    assert_eq!(stored.display_name, "Rose Cottage");
    assert_eq!(stored.postcode, "LS1 4AP");
    assert_eq!(stored.size, "");
    Ok(())
}

#[tokio::test]
async fn a_shared_house_follows_from_its_rooms() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut given = shared_house("Shared", &[48_000, 48_000, 48_000]);
    given.bedrooms = 99;
    given.monthly_rent = gbp(1);
    given.status = PropertyStatus::UnderRenovation.into();
    given.rooms[1].occupied = true;
    given.rooms[1].display_name = "The attic".to_owned();
    let stored = landlord.create(given.clone()).await?;

    assert_eq!(stored.bedrooms, 3);
    assert_eq!(stored.monthly_rent, gbp(144_000));
    assert_eq!(stored.status(), PropertyStatus::PartiallyOccupied);
    assert_eq!(stored.running_costs, given.running_costs);
    let expected: Vec<Room> = [("Room 1", false), ("The attic", true), ("Room 3", false)]
        .into_iter()
        .zip(&stored.rooms)
        .zip(&given.rooms)
        .map(|(((name, occupied), stored), given)| Room {
            room_id: stored.room_id,
            display_name: name.to_owned(),
            occupied,
            asking_rent: given.monthly_rent.clone(),
            ..given.clone()
        })
        .collect();
    assert_eq!(stored.rooms, expected);
    let figures = stored.figures.clone().unwrap_or_default();
    // 1440.00 − 408.25, without mortgage and insurance.
    assert_eq!(figures.monthly_profit, gbp(103_175));
    assert_eq!(landlord.get(stored.property_id).await?, stored);
    Ok(())
}

#[tokio::test]
async fn every_kind_and_every_status_that_may_be_typed_is_kept() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for kind in 1..=7 {
        for status in [1, 2, 3, 5, 6] {
            let mut given = shared_house("Any", &[50_000]);
            given.property_type = kind;
            given.status = status;
            given.monthly_rent = gbp(50_000);
            let stored = landlord.create(given).await?;
            let derived = if stored.property_type() == PropertyType::Hmo {
                PropertyStatus::Vacant.into()
            } else {
                status
            };
            assert_eq!((stored.property_type, stored.status), (kind, derived));
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_only_the_server_says_is_ignored_when_a_caller_says_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let given = Property {
        property_id: 4_711,
        version: 99,
        create_time: Some(prost_types::Timestamp::default()),
        update_time: Some(prost_types::Timestamp::default()),
        figures: Some(PropertyFigures {
            monthly_profit: gbp(1),
            ..PropertyFigures::default()
        }),
        ..house("House")
    };
    let stored = landlord.create(given).await?;
    assert_ne!(stored.property_id, 4_711);
    assert_eq!(stored.version, 1);
    assert_ne!(stored.create_time.map(|at| at.seconds), Some(0));
    assert_eq!(
        stored.figures.map(|f| pence(f.monthly_profit.as_ref())),
        Some(125_000)
    );
    Ok(())
}

#[tokio::test]
async fn the_caller_s_token_alone_decides_the_organisation() -> anyhow::Result<()> {
    let world = World::start().await?;
    let stored = world
        .other_landlord()?
        .create(shared_house("Shared", &[1]))
        .await?;
    assert!(stored.property_id > 0);
    for sql in [
        "SELECT count(*) FROM properties WHERE organisation_id = 2",
        "SELECT count(*) FROM rooms WHERE organisation_id = 2",
        "SELECT count(*) FROM property_history WHERE organisation_id = 2 AND changed_by = 22",
        "SELECT count(*) FROM outbox WHERE organisation_id = 2 AND aggregate_type = 'property'",
    ] {
        assert_eq!(world.number(sql).await?, 1, "{sql}");
    }
    Ok(())
}

#[tokio::test]
async fn the_largest_amounts_are_kept_to_the_penny() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let rent = gbp(9_999_999_999);
    let price = gbp(999_999_999_999);
    let mut given = flat("Dear");
    given.monthly_rent.clone_from(&rent);
    given.purchase_price.clone_from(&price);
    given.current_value.clone_from(&price);
    if let (Some(mortgage), Some(insurance), Some(lease)) =
        (&mut given.mortgage, &mut given.insurance, &mut given.lease)
    {
        mortgage.amount_borrowed.clone_from(&price);
        mortgage.outstanding_balance.clone_from(&price);
        mortgage.monthly_payment.clone_from(&rent);
        mortgage.interest_rate_percent = "100.00".to_owned();
        insurance.annual_premium.clone_from(&rent);
        lease.service_charge.clone_from(&rent);
        lease.ground_rent.clone_from(&rent);
    }
    let stored = landlord.create(given.clone()).await?;
    let read = landlord.get(stored.property_id).await?;
    assert_eq!(read, stored);
    assert_eq!(read.mortgage, given.mortgage);
    // −£199,999,999.98 for lease and mortgage beyond the rent, and a twelfth of £99,999,999.99.
    let figures = read.figures.unwrap_or_default();
    assert_eq!(figures.monthly_profit, gbp(-19_999_999_998 - 833_333_333));
    let history = landlord.history(stored.property_id, 0, "").await?;
    let costs = history
        .entries
        .first()
        .and_then(|entry| entry.monthly_costs.as_ref());
    assert_eq!(pence(costs), 9_999_999_999 + 19_999_999_998 + 833_333_333);
    Ok(())
}

#[tokio::test]
async fn a_day_begins_in_london_not_in_greenwich() -> anyhow::Result<()> {
    // Half past midnight on 1 July by the clocks in London.
    let world = World::start_at("2026-06-30T23:30:00Z").await?;
    let given = Property {
        purchase_date: day(2026, 7, 1),
        ..house("Bought today")
    };
    let stored = world.landlord()?.create(given).await?;
    assert_eq!(stored.purchase_year, 2026);
    Ok(())
}

#[tokio::test]
async fn a_lease_grows_shorter_while_nobody_touches_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut given = flat("Flat");
    if let Some(lease) = &mut given.lease {
        lease.last_update_date = None;
    }
    let id = landlord.create(given).await?.property_id;
    let lease = landlord.get(id).await?.lease.unwrap_or_default();
    assert_eq!(lease.last_update_date, day(2026, 11, 21));
    assert_eq!(lease.current_years_remaining, Some(90));
    world.clock.advance(Duration::days(366 + 365));
    // The token of the caller lives by the machine's clock, the service by the test's.
    let lease = landlord.get(id).await?.lease.unwrap_or_default();
    assert_eq!(lease.years_remaining, Some(90));
    assert_eq!(lease.current_years_remaining, Some(88));
    Ok(())
}

#[tokio::test]
async fn no_float_is_near_the_money() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    // 0.1 + 0.2 and other sums that binary fractions cannot hold.
    let rents = [10, 20, 30, 1_110, 33_333, 66_667];
    let given = shared_house("Shared", &rents);
    let stored = landlord.create(given).await?;
    assert_eq!(
        stored.monthly_rent,
        Some(Money {
            currency_code: "GBP".to_owned(),
            minor_units: rents.iter().sum(),
        })
    );
    Ok(())
}

#[tokio::test]
async fn rooms_come_back_in_the_order_of_counting() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut given = shared_house("Shared", &[]);
    given.rooms = ["10", "Attic", "2", "1b", "1"]
        .map(|n| room(n, 40_000))
        .to_vec();
    let stored = landlord.create(given).await?;
    let numbers: Vec<_> = stored
        .rooms
        .iter()
        .map(|room| room.room_number.as_str())
        .collect();
    assert_eq!(numbers, ["1", "1b", "2", "10", "Attic"]);
    assert_eq!(landlord.rooms(stored.property_id).await?, stored.rooms);
    Ok(())
}
