//! Watching listings and saving searches: who is told of what.

use lintel_core::Money;
use lintel_proto::listings::v1::{
    ListListingsRequest, ListingFormat, ListingType, SavedSearch, WatchedChange,
};
use lintel_testkit::tokens::member;

use crate::harness::{Home, World, bulk, csv, fields, reason, refusal};

#[tokio::test]
async fn a_watcher_hears_of_the_price_and_of_going_and_coming_back() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    let mut home = Home::new("77001_S1", 1);
    let rest = Home::new("77001_S2", 2);
    let feed =
        |homes: &[&Home]| bulk(&homes.iter().map(|home| (*home).clone()).collect::<Vec<_>>());
    world
        .share("blm", "Rightmove", &feed(&[&home, &rest]))
        .await?;
    let listing = landlord.at("").await?.remove(0);
    let watched = landlord.watch(listing.listing_id, true).await?;
    assert!(watched.watchlisted);
    landlord.watch(listing.listing_id, true).await?;
    other.watch(listing.listing_id, true).await?;
    other.watch(listing.listing_id, false).await?;
    home.price = 92_000;
    world
        .share("blm", "Rightmove", &feed(&[&home, &rest]))
        .await?;
    world.share("blm", "Rightmove", &feed(&[&rest])).await?;
    world
        .share("blm", "Rightmove", &feed(&[&home, &rest]))
        .await?;
    let told = world.told().await?;
    let changes: Vec<_> = told
        .iter()
        .map(|fact| (fact.change(), fact.version))
        .collect();
    assert_eq!(
        changes,
        [
            (WatchedChange::Price, 1),
            (WatchedChange::Withdrawn, 2),
            (WatchedChange::Back, 3)
        ]
    );
    for fact in &told {
        assert_eq!((fact.organisation_id, fact.user_id), (1, 11));
        assert_eq!(fact.listing_id, listing.listing_id);
        assert_eq!(fact.listing_title, "2 bed terraced house, Hull");
        assert_eq!(fact.price, Some(Money::gbp(9_200_000).into()));
    }
    assert_eq!(told[0].earlier_price, Some(Money::gbp(9_800_000).into()));
    Ok(())
}

#[tokio::test]
async fn a_watchlist_is_a_persons_own_and_shows_what_was_withdrawn() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let colleague = world.caller(&member(12, 1, lintel_core::Grade::Viewer))?;
    let homes = [Home::new("77001_S1", 1), Home::new("77001_S2", 2)];
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&homes))
        .await?;
    let listing = landlord.at("").await?.remove(0);
    landlord.watch(listing.listing_id, true).await?;
    world
        .import(
            &landlord,
            ListingFormat::Blm,
            "Rightmove",
            &bulk(&homes[1..]),
        )
        .await?;
    let watched = ListListingsRequest {
        watchlisted: true,
        ..ListListingsRequest::default()
    };
    let found = landlord.search(watched.clone()).await?;
    assert_eq!((found.listings.len(), found.total_count), (1, 1));
    assert!(found.listings[0].watchlisted && found.listings[0].withdrawn_date.is_some());
    let elsewhere = ListListingsRequest {
        location: "Leeds".to_owned(),
        ..watched.clone()
    };
    assert_eq!(landlord.search(elsewhere).await?.listings.len(), 0);
    assert_eq!(colleague.search(watched).await?.listings.len(), 0);
    assert!(!colleague.get(listing.listing_id).await?.watchlisted);
    Ok(())
}

fn search(name: &str, location: &str) -> SavedSearch {
    SavedSearch {
        display_name: name.to_owned(),
        location: location.to_owned(),
        ..SavedSearch::default()
    }
}

#[tokio::test]
async fn a_saved_search_tells_of_a_new_listing_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let saved = landlord.save_search(search(" Hull ", "hu3")).await?;
    assert_eq!(
        (saved.display_name.as_str(), saved.location.as_str()),
        ("Hull", "hu3")
    );
    landlord.save_search(search("Row", "harbour row")).await?;
    landlord
        .save_search(SavedSearch {
            listing_type: ListingType::Flat.into(),
            max_price: Some(Money::gbp(100).into()),
            ..search("Flats", "")
        })
        .await?;
    world
        .other_landlord()?
        .save_search(search("Leeds", "Leeds"))
        .await?;
    let feed = bulk(&[Home::new("77001_S1", 1)]);
    world.share("blm", "Rightmove", &feed).await?;
    world.share("blm", "Rightmove", &feed).await?;
    // The same home of another source is no news.
    world
        .share("csv", "Zoopla", &csv(&[Home::new("Z1", 1)]))
        .await?;
    let told = world.told().await?;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].change(), WatchedChange::NewMatch);
    assert_eq!(
        (told[0].user_id, told[0].saved_search_id),
        (11, saved.saved_search_id)
    );
    Ok(())
}

#[tokio::test]
async fn of_a_very_large_import_a_search_tells_the_first_alone() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    landlord.save_search(search("All", "")).await?;
    let homes: Vec<Home> = (0..1_200)
        .map(|number| Home::new(&format!("k{number}"), number))
        .collect();
    world
        .import(&landlord, ListingFormat::Csv, "Feed", &csv(&homes))
        .await?;
    assert_eq!(world.told().await?.len(), 50);
    Ok(())
}

#[tokio::test]
async fn a_person_saves_twenty_searches_at_most_and_deletes_their_own() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let colleague = world.caller(&member(12, 1, lintel_core::Grade::Manager))?;
    for number in 0..20 {
        landlord
            .save_search(search(&number.to_string(), "Hull"))
            .await?;
    }
    let refused = refusal(landlord.save_search(search("21", "Hull")).await)?;
    assert_eq!(reason(&refused), "TOO_MANY_SEARCHES");
    let refused = refusal(landlord.save_search(search(" ", "le")).await)?;
    assert_eq!(fields(&refused), ["display_name", "location"]);
    let newest = landlord.searches().await?.remove(0);
    assert_eq!(newest.display_name, "19");
    let refused = refusal(colleague.delete_search(newest.saved_search_id).await)?;
    assert_eq!(reason(&refused), "SEARCH_NOT_FOUND");
    landlord.delete_search(newest.saved_search_id).await?;
    assert_eq!(landlord.searches().await?.len(), 19);
    assert!(colleague.searches().await?.is_empty());
    Ok(())
}
