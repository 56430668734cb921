//! Imports whose process is killed: the next one goes on, and the tables end as if nothing had happened.

use std::time::Duration;

use chrono::TimeDelta;
use lintel_listings_import::app::Worked;
use lintel_proto::listings::v1::{ListingFormat, ListingImportState};
use tokio_util::sync::CancellationToken;

use crate::harness::{Home, World, bulk};

const HOMES: u32 = 2_600;

/// Homes for sale and lettings in several places, and a few rows that cannot be read.
fn feed(cheaper: u32) -> String {
    let homes = (0..HOMES).map(|number| {
        let mut home = Home::new(&format!("77001_{number}"), number + 1);
        home.letting = number % 5 == 0;
        home.bedrooms = number % 4;
        home.price = if home.letting {
            600 + number % 90
        } else {
            90_000 + number - cheaper
        };
        home
    });
    let homes: Vec<Home> = homes.collect();
    bulk(&homes)
        .replace("^90007^", "^none^")
        .replace("^92003^", "^none^")
}

/// What the tables hold, but for when it was written.
async fn held(world: &World) -> anyhow::Result<String> {
    world
        .scalar(
            "SELECT md5(string_agg(row::text, '|' ORDER BY row)) FROM (
                 SELECT concat_ws(' ', external_key, title, price_pence, rent_pence, rent_lettings, home_key, version,
                     withdrawn_at IS NULL) FROM listings
                 UNION ALL SELECT concat_ws(' ', external_key, bedrooms, rent_pence) FROM rent_comparables
                 UNION ALL SELECT concat_ws(' ', outcode, bedrooms, rent_pence, lettings, stale) FROM rent_medians
                 UNION ALL SELECT concat_ws(' ', l.external_key, p.from_date, p.price_pence)
                     FROM listing_prices p JOIN listings l USING (listing_id)
                 UNION ALL SELECT concat_ws(' ', listing_import_id, place, line, field, reason) FROM listing_import_refusals
                 UNION ALL SELECT concat_ws(' ', state, read_count, added_count, changed_count, unchanged_count, withdrawn_count,
                     refused_count, row_cursor, problem) FROM listing_imports) AS each (row)",
        )
        .await
}

#[tokio::test]
async fn an_import_that_is_killed_twenty_times_ends_as_one_that_is_not() -> anyhow::Result<()> {
    let (calm, wild) = tokio::try_join!(World::start(), World::start())?;
    for content in [feed(0), feed(500)] {
        let landlord = calm.landlord()?;
        calm.import(&landlord, ListingFormat::Blm, "Rightmove", &content)
            .await?;
        let landlord = wild.landlord()?;
        let id = landlord
            .send(ListingFormat::Blm, "Rightmove", content.as_bytes())
            .await?;
        let stop = CancellationToken::new();
        for kill in 1..=20_u64 {
            // The work is dropped wherever it is: what it had not committed is rolled back, its lease goes on.
            let work = wild.work();
            let killed = tokio::time::timeout(Duration::from_millis(kill * 13), work.work(&stop));
            if let Ok(worked) = killed.await {
                assert_eq!(worked?, Some(Worked::Ended));
                break;
            }
            let taken = wild.work().work(&stop).await?;
            assert_eq!(taken, None, "its lease goes on");
            wild.clock.advance(TimeDelta::seconds(61));
        }
        wild.work_on_all().await?;
        let import = landlord.import(id).await?;
        assert_eq!(import.state(), ListingImportState::Done);
        assert_eq!(import.read_count, i32::try_from(HOMES)?);
        assert_eq!(held(&wild).await?, held(&calm).await?);
    }
    Ok(())
}

#[tokio::test]
async fn a_process_that_stops_lets_another_one_go_on_at_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = landlord
        .send(ListingFormat::Blm, "Rightmove", feed(0).as_bytes())
        .await?;
    let stop = CancellationToken::new();
    stop.cancel();
    assert_eq!(world.work().work(&stop).await?, Some(Worked::Stopped));
    world.work_on_all().await?;
    let import = landlord.import(id).await?;
    assert_eq!(import.state(), ListingImportState::Done);
    Ok(())
}

#[tokio::test]
async fn two_files_of_one_source_are_read_one_after_the_other() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let old = bulk(&[Home::new("77001_S1", 1), Home::new("77001_S2", 2)]);
    let new = bulk(&[Home::new("77001_S1", 1)]);
    for content in [old, new] {
        landlord
            .send(ListingFormat::Blm, "Rightmove", content.as_bytes())
            .await?;
        world.clock.advance(TimeDelta::seconds(1));
    }
    let other = landlord
        .send(ListingFormat::Blm, "Agent", bulk(&[]).as_bytes())
        .await?;
    let stop = CancellationToken::new();
    let (works, rivals) = (world.work(), world.work());
    tokio::try_join!(works.work(&stop), rivals.work(&stop))?;
    world.work_on_all().await?;
    assert_eq!(landlord.at("").await?.len(), 1);
    assert!(landlord.import(other).await?.finish_time.is_some());
    Ok(())
}
