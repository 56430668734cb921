//! Importing files: what comes of their rows, once and again.

use lintel_proto::listings::v1::{ListingFormat, ListingImportState};

use crate::harness::{Home, World, bulk, csv, reason, refusal};

/// Two homes for sale and a letting.
fn homes() -> Vec<Home> {
    vec![
        Home::new("77001_S1", 14),
        Home::new("77001_S2", 16),
        Home::letting("77001_L1", 650),
    ]
}

#[tokio::test]
async fn a_file_is_read_once_and_a_second_time_changes_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let feed = bulk(&homes());
    let first = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    assert_eq!(first.state(), ListingImportState::Done, "{first:?}");
    assert_eq!((first.read_count, first.added_count), (3, 3));
    assert_eq!((first.refused_count, first.withdrawn_count), (0, 0));
    world.next_day();
    let second = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    assert_eq!((second.read_count, second.unchanged_count), (3, 3));
    let listing = landlord.at("HU3 1XX").await?.remove(0);
    assert_eq!(listing.version, 1);
    assert_eq!(listing.title, "2 bed terraced house, Hull");
    assert_eq!(listing.source, "Rightmove");
    assert_eq!(listing.first_seen_date.map(|day| day.day), Some(25));
    assert_eq!(listing.last_seen_date.map(|day| day.day), Some(26));
    assert_eq!(
        world
            .scalar::<i64>("SELECT count(*) FROM listing_import_parts")
            .await?,
        0,
        "a file goes once it was read"
    );
    Ok(())
}

#[tokio::test]
async fn a_price_that_changes_is_kept_with_its_history() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut feed = homes();
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&feed))
        .await?;
    world.next_day();
    feed[0].price = 92_000;
    let import = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&feed))
        .await?;
    assert_eq!((import.changed_count, import.unchanged_count), (1, 2));
    let cheapest = landlord.at("Hull").await?.remove(0);
    let listing = landlord.get(cheapest.listing_id).await?;
    let history: Vec<_> = listing
        .price_history
        .iter()
        .map(|point| {
            let day = point.from_date.as_ref().map(|day| day.day);
            (day, point.price.as_ref().map(|price| price.minor_units))
        })
        .collect();
    assert_eq!(
        history,
        [(Some(25), Some(9_800_000)), (Some(26), Some(9_200_000))]
    );
    assert_eq!(listing.version, 2);
    Ok(())
}

#[tokio::test]
async fn what_a_whole_snapshot_no_longer_has_is_withdrawn_and_comes_back() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let all = homes();
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&all))
        .await?;
    let gone = landlord.at("").await?.remove(1);
    let less = [all[0].clone(), all[2].clone()];
    let import = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&less))
        .await?;
    assert_eq!(import.withdrawn_count, 1);
    assert_eq!(landlord.at("").await?.len(), 1);
    let seen = landlord.get(gone.listing_id).await?;
    assert_eq!(seen.withdrawn_date.map(|day| day.day), Some(25));
    let import = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&all))
        .await?;
    assert_eq!((import.changed_count, import.added_count), (1, 0));
    assert_eq!(landlord.get(gone.listing_id).await?.withdrawn_date, None);
    Ok(())
}

#[tokio::test]
async fn another_source_and_a_file_that_breaks_off_withdraw_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let all = homes();
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&all))
        .await?;
    world
        .import(
            &landlord,
            ListingFormat::Blm,
            "Agent",
            &bulk(&[Home::new("77001_S9", 20)]),
        )
        .await?;
    assert_eq!(landlord.at("").await?.len(), 3);
    let feed = bulk(&all[..1]).replace("#END#\r\n", "");
    let import = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    assert_eq!(import.state(), ListingImportState::Failed);
    assert!(import.problem.contains("breaks off"), "{}", import.problem);
    assert_eq!((import.read_count, import.withdrawn_count), (1, 0));
    assert_eq!(landlord.at("").await?.len(), 3);
    Ok(())
}

#[tokio::test]
async fn what_is_sold_is_no_longer_for_sale() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut feed = homes();
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&feed))
        .await?;
    feed[0].status = 1;
    let import = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&feed))
        .await?;
    assert_eq!(import.withdrawn_count, 1);
    assert_eq!(landlord.at("").await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_refused_and_its_home_stays() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let feed = bulk(&homes());
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    let broken = feed.replacen("^98000^", "^lots^", 1);
    let import = world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &broken)
        .await?;
    assert_eq!(import.state(), ListingImportState::Done);
    assert_eq!((import.refused_count, import.withdrawn_count), (1, 0));
    let refused = import.refusals.first();
    assert_eq!(refused.map(|one| one.field.as_str()), Some("PRICE"));
    assert!(refused.is_some_and(|one| one.line > 0));
    assert_eq!(landlord.at("").await?.len(), 2);
    let listed = landlord.imports().await?;
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().all(|import| import.refusals.is_empty()));
    Ok(())
}

#[tokio::test]
async fn a_file_of_another_kind_fails_and_says_why() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for (format, content) in [
        (ListingFormat::Blm, "hello"),
        (ListingFormat::Zoopla, "hello"),
        (ListingFormat::Csv, ""),
        (ListingFormat::Jupix, "<html>"),
    ] {
        let import = world.import(&landlord, format, "Feed", content).await?;
        assert_eq!(import.state(), ListingImportState::Failed, "{format:?}");
        assert!(!import.problem.is_empty(), "{format:?}");
    }
    Ok(())
}

#[tokio::test]
async fn one_home_of_two_sources_is_shown_once_as_it_was_seen_last() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let feed = bulk(&[Home::new("77001_S1", 14)]);
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    world.next_day();
    let mut same = Home::new("Z1", 14);
    same.price = 95_000;
    let feed = csv(&[same, Home::new("Z2", 18)]);
    world
        .import(&landlord, ListingFormat::Csv, "Zoopla", &feed)
        .await?;
    let found = landlord.at("HU3").await?;
    let sources: Vec<_> = found.iter().map(|one| one.source.as_str()).collect();
    assert_eq!(sources, ["Zoopla", "Zoopla"]);
    let keys: i64 = world
        .scalar("SELECT count(DISTINCT home_key) FROM listings")
        .await?;
    assert_eq!(keys, 2);
    Ok(())
}

#[tokio::test]
async fn a_file_comes_in_parts_that_may_come_twice_but_leave_no_gap() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let begun = landlord
        .begin(ListingFormat::Csv, " Feed ", "this-file-once")
        .await?;
    assert_eq!(begun.source, "Feed");
    assert_eq!(begun.state(), ListingImportState::Uploading);
    let again = landlord
        .begin(ListingFormat::Csv, " Feed ", "this-file-once")
        .await?;
    assert_eq!(again.listing_import_id, begun.listing_import_id);
    let id = begun.listing_import_id;
    assert_eq!(landlord.append(id, 0, b"12345").await?, 5);
    assert_eq!(landlord.append(id, 0, b"12345").await?, 5);
    assert_eq!(landlord.append(id, 5, b"678").await?, 8);
    for (offset, reason_of, part) in [
        (9, "IMPORT_OFFSET", vec![0; 1]),
        (7, "IMPORT_OFFSET", vec![0; 2]),
        (8, "IMPORT_TOO_LARGE", vec![0; 1024 * 1024 + 1]),
    ] {
        let refused = refusal(landlord.append(id, offset, &part).await)?;
        assert_eq!(reason(&refused), reason_of);
    }
    let other = world.other_landlord()?;
    let refused = refusal(other.append(id, 8, b"9").await)?;
    assert_eq!(reason(&refused), "IMPORT_NOT_FOUND");
    landlord.start(id).await?;
    let refused = refusal(landlord.append(id, 8, b"9").await)?;
    assert_eq!(reason(&refused), "IMPORT_NOT_UPLOADING");
    let refused = refusal(landlord.start(id).await)?;
    assert_eq!(reason(&refused), "IMPORT_NOT_UPLOADING");
    Ok(())
}

#[tokio::test]
async fn five_imports_at_most_are_not_done() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let begin = || landlord.begin(ListingFormat::Csv, "Feed", "");
    let (a, b, c, d) = tokio::join!(begin(), begin(), begin(), begin());
    for begun in [a, b, c, d] {
        begun?;
    }
    begin().await?;
    assert_eq!(reason(&refusal(begin().await)?), "IMPORT_RUNNING");
    let refused = refusal(landlord.begin(ListingFormat::Unspecified, "", "").await)?;
    assert_eq!(crate::harness::fields(&refused), ["format", "source"]);
    assert!(
        world
            .other_landlord()?
            .begin(ListingFormat::Csv, "Feed", "")
            .await
            .is_ok()
    );
    Ok(())
}

#[tokio::test]
async fn the_operators_command_says_what_came_of_a_file() -> anyhow::Result<()> {
    let world = World::start().await?;
    let said = world.share("blm", "Rightmove", &bulk(&homes())).await?;
    assert_eq!(
        said.lines().next(),
        Some("feed of Rightmove: 3 read, 3 added, 0 changed, 0 unchanged, 0 withdrawn, 0 refused.")
    );
    let refused = world.share("blm", "Rightmove", "hello").await;
    assert!(refused.is_err());
    let found = world.other_landlord()?.at("").await?;
    assert!(found.iter().all(|listing| listing.shared) && found.len() == 2);
    Ok(())
}
