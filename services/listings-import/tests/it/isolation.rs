//! Visibility: an organisation sees its own listings and the shared ones, nobody else's.

use lintel_proto::listings::v1::{Assumptions, ListListingsRequest, ListingFormat};
use lintel_testkit::tokens::member;

use crate::harness::{Home, World, bulk, reason, refusal};

#[tokio::test]
async fn an_organisation_sees_its_own_and_the_shared_listings() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    world
        .share("blm", "Shared", &bulk(&[Home::new("77001_S1", 1)]))
        .await?;
    for (caller, number) in [(&landlord, 2), (&other, 3)] {
        let feed = bulk(&[Home::new("77001_S2", number)]);
        world
            .import(caller, ListingFormat::Blm, "Rightmove", &feed)
            .await?;
    }
    let mine = landlord.at("").await?;
    assert_eq!(
        mine.iter().map(|one| one.shared).collect::<Vec<_>>(),
        [true, false]
    );
    let foreign = other.at("").await?;
    let foreign = foreign
        .iter()
        .find(|one| !one.shared)
        .map(|one| one.listing_id);
    let foreign = foreign.unwrap_or_default();
    assert!(mine.iter().all(|one| one.listing_id != foreign));
    for refused in [
        refusal(landlord.get(foreign).await)?,
        refusal(landlord.watch(foreign, true).await)?,
        refusal(landlord.comparables(foreign).await)?,
        refusal(landlord.analyse(foreign, Assumptions::default()).await)?,
    ] {
        assert_eq!(reason(&refused), "LISTING_NOT_FOUND");
    }
    for location in ["HU3", "HU3 1XX", "Hull", "Hul l", "harbor"] {
        let found = landlord.at(location).await?;
        assert!(
            found.iter().all(|one| one.listing_id != foreign),
            "{location}"
        );
    }
    let imports = other.imports().await?;
    let refused = refusal(landlord.import(imports[0].listing_import_id).await)?;
    assert_eq!(reason(&refused), "IMPORT_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn a_home_of_another_organisations_feed_hides_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    let feed = bulk(&[Home::new("77001_S1", 1)]);
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    world.next_day();
    world
        .import(&other, ListingFormat::Blm, "Agent", &feed)
        .await?;
    assert_eq!(landlord.at("").await?.len(), 1);
    assert_eq!(other.at("").await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn the_search_acts_for_the_caller_of_the_transaction_alone() -> anyhow::Result<()> {
    let world = World::start().await?;
    world
        .import(
            &world.landlord()?,
            ListingFormat::Blm,
            "Rightmove",
            &bulk(&[Home::new("77001_S1", 1)]),
        )
        .await?;
    let mut nobody = world.database.app().await?;
    let found: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM search_listings(NULL, NULL, '{}', NULL, NULL, NULL, 'price-asc', false, NULL, NULL, 10)",
    )
    .fetch_one(&mut nobody)
    .await?;
    assert_eq!(found, 0);
    let written = sqlx::query("UPDATE listings SET town = 'Elsewhere'")
        .execute(&mut nobody)
        .await;
    assert!(written.is_err(), "requests write no listing");
    Ok(())
}

#[tokio::test]
async fn a_viewer_reads_and_watches_but_imports_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let viewer = world.caller(&member(13, 1, lintel_core::Grade::Viewer))?;
    let refused = refusal(viewer.begin(ListingFormat::Csv, "Feed", "").await)?;
    assert_eq!(refused.code(), tonic::Code::PermissionDenied);
    assert!(viewer.search(ListListingsRequest::default()).await.is_ok());
    Ok(())
}
