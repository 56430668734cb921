//! Imports that another process goes on with, and several of one source.

use chrono::TimeDelta;
use lintel_listings_import::app::Worked;
use lintel_proto::listings::v1::{ListingFormat, ListingImportState};
use tokio_util::sync::CancellationToken;

use crate::harness::{Home, World, bulk};

#[tokio::test]
async fn a_process_that_stops_lets_another_one_go_on_at_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let homes: Vec<Home> = (1..=1_200)
        .map(|number| Home::new(&format!("77001_{number}"), number))
        .collect();
    let id = landlord
        .send(ListingFormat::Blm, "Rightmove", bulk(&homes).as_bytes())
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
