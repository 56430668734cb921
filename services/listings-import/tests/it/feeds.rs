//! The operator's feeds: files in a folder that is watched.

use std::{path::Path, time::Duration};

use chrono::TimeDelta;
use lintel_core::Clock as _;
use lintel_listings_import::{
    config::FeedConfig, connectors::Format, jobs::Feeds, sources::Fetcher,
};
use tokio_util::sync::CancellationToken;

use crate::harness::World;

const TABLE: &str = "Reference,Address,Postcode,Price\nA1,Mill Street,LS9 8AA,180000\n";

fn feeds(world: &World, folder: &Path, address_file: Option<&Path>) -> anyhow::Result<Feeds> {
    let feed = FeedConfig {
        format: Format::Csv,
        source: "Agent".to_owned(),
        folder: folder.to_owned(),
        address_file: address_file.map(Path::to_owned),
        every: Duration::from_secs(3_600),
    };
    lintel_testkit::install_tls();
    let fetcher = Fetcher::new(&["127.0.0.1".to_owned()])?;
    Ok(Feeds::new(
        world.work(),
        fetcher,
        vec![feed],
        world.clock.clone(),
    ))
}

/// A file that nobody has written to for a minute.
fn put(world: &World, folder: &Path, name: &str, content: &str) -> anyhow::Result<()> {
    let path = folder.join(name);
    std::fs::write(&path, content)?;
    let minute_ago = world.clock.now() - TimeDelta::minutes(1);
    std::fs::File::options()
        .append(true)
        .open(&path)?
        .set_modified(minute_ago.into())?;
    Ok(())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

#[tokio::test]
async fn what_is_put_into_a_folder_is_everybodys_and_is_put_away() -> anyhow::Result<()> {
    let world = World::start().await?;
    let place = tempfile::tempdir()?;
    let folder = &place.path().join("agent");
    let feeds = feeds(&world, folder, None)?;
    let stop = CancellationToken::new();
    // The folder is made, so that a new volume need not have it.
    feeds.round(&stop).await;
    put(&world, folder, "homes.csv", TABLE)?;
    put(&world, folder, "homes.txt", "no table at all")?;
    feeds.round(&stop).await;
    for caller in [world.landlord()?, world.other_landlord()?] {
        let found = caller.at("LS9").await?;
        assert_eq!(found.len(), 1);
        assert!(found[0].shared && found[0].source == "Agent");
    }
    assert_eq!(names(&folder.join("done")), ["20261125T100000Z-homes.csv"]);
    assert_eq!(
        names(&folder.join("failed")),
        ["20261125T100000Z-homes.txt"]
    );
    put(
        &world,
        folder,
        "homes.csv",
        &TABLE.replace("180000", "175000"),
    )?;
    feeds.round(&stop).await;
    let found = world.landlord()?.at("LS9").await?;
    assert_eq!(
        found.first().and_then(|home| home.price.clone()),
        Some(lintel_core::Money::gbp(17_500_000).into())
    );
    Ok(())
}

#[tokio::test]
async fn an_address_inside_is_not_fetched_and_the_folder_is_read_all_the_same() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let folder = tempfile::tempdir()?;
    let address = folder.path().join(".address");
    std::fs::write(&address, "https://127.0.0.1/feed?key=secret")?;
    put(&world, folder.path(), "homes.csv", TABLE)?;
    feeds(&world, folder.path(), Some(&address))?
        .round(&CancellationToken::new())
        .await;
    assert_eq!(world.landlord()?.at("LS9").await?.len(), 1);
    assert!(
        !names(folder.path())
            .iter()
            .any(|name| name.contains("fetched"))
    );
    Ok(())
}
