//! Inspections that Lintel schedules are spread: working days, at most four a day, one postcode area a day (docs/reference/decisions.md 3),
//! and as often as the person who adds a property has chosen in the settings.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike as _, NaiveDate};
use futures::future::try_join_all;
use lintel_proto::portfolio::v1::{
    ApplyPropertyImportRequest, CreatePropertyRequest, Inspection, InspectionView, Property,
};
use lintel_testkit::tokens::landlord;
use sqlx::AssertSqlSafe;
use tonic::Code;

use super::{Caller, KEY};
use crate::{
    harness::{World, reason, refusal},
    property::{day, house},
};

/// Postcode areas, and how many homes are in each: eleven towns, one of them with two homes.
const TOWNS: [(&str, usize); 11] = [
    ("LS1 4AP", 2),
    ("M1 1AE", 1),
    ("B1 1AA", 1),
    ("BS1 4RW", 1),
    ("L1 8JQ", 1),
    ("YO1 7HH", 1),
    ("BA1 1LT", 1),
    ("NE1 4ST", 1),
    ("S1 2HH", 1),
    ("NG1 5DT", 1),
    ("CF10 1EP", 1),
];

/// A house at `postcode`, each at an address of its own.
fn home(number: usize, postcode: &str) -> Property {
    Property {
        address: format!("{number} High Street"),
        postcode: postcode.to_owned(),
        ..house(&format!("Home {number}"))
    }
}

fn homes() -> Vec<Property> {
    let postcodes = TOWNS
        .iter()
        .flat_map(|(postcode, count)| std::iter::repeat_n(*postcode, *count));
    let numbered = postcodes.enumerate();
    numbered
        .map(|(number, postcode)| home(number, postcode))
        .collect()
}

/// The visits of each day: their times, and the postcode areas they are in.
async fn days(
    world: &World,
) -> anyhow::Result<BTreeMap<NaiveDate, (BTreeSet<String>, BTreeSet<String>)>> {
    let mut connection = world.database.superuser().await?;
    let rows: Vec<(NaiveDate, String, String)> = sqlx::query_as(
        "SELECT inspection_date, inspection_time::text, substring(postcode FROM '^[A-Z]+')
         FROM property_inspections JOIN properties USING (organisation_id, property_id)",
    )
    .fetch_all(&mut connection)
    .await?;
    let mut days: BTreeMap<_, (BTreeSet<_>, BTreeSet<_>)> = BTreeMap::new();
    for (day, time, area) in rows {
        let (times, areas) = days.entry(day).or_default();
        assert!(times.insert(time), "two visits at one time on {day}");
        areas.insert(area);
    }
    Ok(days)
}

/// Every day is a working day with at most four visits in one area.
fn assert_spread(days: &BTreeMap<NaiveDate, (BTreeSet<String>, BTreeSet<String>)>) {
    for (day, (times, areas)) in days {
        assert!(day.weekday().number_from_monday() <= 5, "{day}");
        assert!(times.len() <= 4, "{day}: {times:?}");
        assert_eq!(areas.len(), 1, "{day}: {areas:?}");
    }
}

#[tokio::test]
async fn twelve_homes_in_eleven_towns_take_eleven_days() -> anyhow::Result<()> {
    let world = World::start().await?;
    let caller = world.landlord()?;
    for home in homes() {
        caller.create(home).await?;
    }
    let days = days(&world).await?;
    assert_spread(&days);
    assert_eq!(days.len(), TOWNS.len());
    // Six months on, from Friday the 21st of May 2027, without the bank holiday on the 31st.
    let first_and_last = (days.keys().next(), days.keys().next_back());
    let expected = (
        NaiveDate::from_ymd_opt(2027, 5, 21),
        NaiveDate::from_ymd_opt(2027, 6, 7),
    );
    assert_eq!(first_and_last, (expected.0.as_ref(), expected.1.as_ref()));
    Ok(())
}

#[tokio::test]
async fn homes_that_are_added_at_the_same_moment_keep_the_rules() -> anyhow::Result<()> {
    let world = World::start().await?;
    let caller = world.landlord()?;
    try_join_all((0..8).map(|number| caller.create(home(number, "LS1 4AP")))).await?;
    let days = days(&world).await?;
    assert_spread(&days);
    let visits: Vec<_> = days.values().map(|(times, _)| times.len()).collect();
    assert_eq!(visits, [4, 4]);
    Ok(())
}

#[tokio::test]
async fn an_import_is_spread_and_takes_its_frequency_from_whoever_imports() -> anyhow::Result<()> {
    let world = World::start().await?;
    let caller = world.landlord()?;
    let mut file = "Name,Address,Postcode,Property type,Monthly rent\n".to_owned();
    for home in homes() {
        file += &format!(
            "{},{},{},House,900\n",
            home.display_name, home.address, home.postcode
        );
    }
    let import = caller
        .check_import("homes.csv", file.as_bytes(), "")
        .await?;
    caller
        .begin_import(ApplyPropertyImportRequest {
            property_import_id: import.property_import_id,
            request_id: String::new(),
            inspection_frequency_months: Some(3),
        })
        .await?;
    world.import_all().await?;
    let days = days(&world).await?;
    assert_spread(&days);
    assert_eq!(days.len(), TOWNS.len());
    // Three months on is a Sunday.
    assert_eq!(
        days.keys().next(),
        NaiveDate::from_ymd_opt(2027, 2, 22).as_ref()
    );
    let quarterly = "SELECT count(*) FROM inspection_settings WHERE frequency_months = 3 AND reminder_days = 7 AND auto_schedule";
    assert_eq!(world.number(quarterly).await?, 12);
    Ok(())
}

#[tokio::test]
async fn a_property_is_inspected_as_often_as_its_adder_says() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (caller, helen) = (world.landlord()?, Caller::of(&world, &landlord(11, 1))?);
    let request = |months, request_id: &str| CreatePropertyRequest {
        property: Some(house("House")),
        request_id: request_id.to_owned(),
        inspection_frequency_months: months,
        ..Default::default()
    };
    let added = caller.add(request(Some(12), KEY)).await?;
    let settings = helen.settings(added.property_id).await?;
    assert_eq!(
        (
            settings.frequency_months,
            settings.reminder_days,
            settings.auto_schedule
        ),
        (Some(12), Some(7), Some(true))
    );
    let first: Vec<Inspection> = helen.view(InspectionView::Upcoming).await?;
    let dates: Vec<_> = first.iter().map(|row| row.inspection_date).collect();
    // A year on is a Sunday.
    assert_eq!(dates, [day(2027, 11, 22)]);

    // The setting may have changed before a repeat: the first try counts.
    assert_eq!(caller.add(request(Some(3), KEY)).await?, added);
    let status = refusal(caller.add(request(Some(5), "")).await)?;
    assert_eq!(
        (status.code(), &*reason(&status)),
        (Code::InvalidArgument, "INSPECTION_SETTINGS_INVALID")
    );
    // Six months, the usual, leaves the settings as they are unless set.
    let usual = caller.add(request(Some(6), "")).await?;
    assert_eq!(helen.settings(usual.property_id).await?.version, 0);
    Ok(())
}

#[tokio::test]
async fn a_full_diary_is_gone_on_with_behind_what_there_is() -> anyhow::Result<()> {
    let world = World::start().await?;
    let caller = world.landlord()?;
    let busy = caller.create(home(1, "M1 1AE")).await?.property_id;
    // Manchester has every day from May on, until the 31st of March.
    let sql = format!(
        "INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, automatic,
             created_at, updated_at)
         SELECT 1, {busy}, day, '09:00', false, now(), now()
         FROM generate_series('2027-05-01'::date, '2028-03-31'::date, '1 day') AS day"
    );
    let mut connection = world.database.superuser().await?;
    sqlx::query(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await?;
    let leeds = caller.create(home(2, "LS1 4AP")).await?.property_id;
    let day: NaiveDate = world
        .scalar(&format!(
            "SELECT inspection_date FROM property_inspections WHERE property_id = {leeds}"
        ))
        .await?;
    // The 31st of March is a Friday.
    assert_eq!(Some(day), NaiveDate::from_ymd_opt(2028, 4, 3));
    Ok(())
}
