//! Keeping nothing longer than its time, and nothing of whoever is gone.

use chrono::Duration;
use lintel_listings_import::{
    app::{self, Departures, Retention},
    config::RetentionConfig,
};
use lintel_proto::listings::v1::{Analysis, ListingFormat, SavedSearch};

use crate::harness::{Home, PICTURES, World, bulk};

fn retention(world: &World) -> Retention {
    let config = RetentionConfig {
        withdrawn_days: 730,
        rent_days: 730,
        refusal_days: 90,
        upload_hours: 2,
        import_days: 730,
    };
    Retention::new(
        world.database.db.clone(),
        world.clock.clone(),
        config,
        PICTURES,
    )
}

#[tokio::test]
async fn what_nobody_watches_goes_two_years_after_it_was_withdrawn() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let homes: Vec<Home> = (1..=3)
        .map(|number| Home::new(&format!("77001_S{number}"), number))
        .collect();
    let lettings = (1..=3).map(|number| Home::letting(&format!("77001_L{number}"), 600));
    let all: Vec<Home> = homes.iter().cloned().chain(lettings).collect();
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&all))
        .await?;
    let listed = landlord.at("").await?;
    landlord.watch(listed[0].listing_id, true).await?;
    world
        .import(
            &landlord,
            ListingFormat::Blm,
            "Rightmove",
            &bulk(&homes[2..]),
        )
        .await?;
    let retention = retention(&world);
    world.clock.advance(Duration::days(729));
    assert_eq!(retention.count().await?.sum(), 0);
    world.clock.advance(Duration::days(1));
    let said = retention.command(&["--dry-run".to_owned()]).await?;
    assert_eq!(
        said,
        "1 listings, 3 rents, 0 refused rows, 2 imports and 0 pictures would be deleted."
    );
    let counted = retention.count().await?;
    assert_eq!(retention.apply().await?, counted);
    assert_eq!(retention.count().await?.sum(), 0);
    let left: i64 = world.scalar("SELECT count(*) FROM listings").await?;
    assert_eq!(left, 2);
    let estimated: i64 = world
        .scalar("SELECT count(rent_pence) FROM listings WHERE withdrawn_at IS NULL")
        .await?;
    assert_eq!(estimated, 0, "an estimate goes with its lettings");
    Ok(())
}

#[tokio::test]
async fn refused_rows_go_after_a_quarter_and_uploads_after_two_hours() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let feed = bulk(&[Home::new("77001_S1", 1)]).replace("^98000^", "^lots^");
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    let left = landlord.begin(ListingFormat::Blm, "Rightmove", "").await?;
    landlord.append(left.listing_import_id, 0, b"half").await?;
    let retention = retention(&world);
    world.clock.advance(Duration::hours(2));
    assert_eq!(retention.apply().await?.imports, 1);
    let parts: i64 = world
        .scalar("SELECT count(*) FROM listing_import_parts")
        .await?;
    assert_eq!(parts, 0);
    world.clock.advance(Duration::days(90));
    assert_eq!(retention.apply().await?.refusals, 1);
    assert_eq!(landlord.imports().await?.len(), 1);
    Ok(())
}

/// Everything that a person may have.
async fn furnish(world: &World, organisation: i64) -> anyhow::Result<()> {
    let caller = if organisation == 1 {
        world.landlord()?
    } else {
        world.other_landlord()?
    };
    let feed = bulk(&[Home::new("77001_S1", 1), Home::letting("77001_L1", 600)]);
    world
        .import(&caller, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    let search = SavedSearch {
        display_name: "Hull".to_owned(),
        ..SavedSearch::default()
    };
    caller.save_search(search).await?;
    let listing_id = caller.at("").await?.remove(0).listing_id;
    let analysis = Analysis {
        listing_id,
        ..Analysis::default()
    };
    caller.save_analysis(analysis, "").await?;
    Ok(())
}

const TABLES: [&str; 7] = [
    "listings",
    "listing_imports",
    "rent_comparables",
    "rent_medians",
    "saved_searches",
    "analyses",
    "watchlist",
];

async fn held(world: &World, organisation: i64) -> anyhow::Result<Vec<i64>> {
    let mut counts = Vec::new();
    for table in TABLES {
        let sql = format!("SELECT count(*) FROM {table} WHERE organisation_id = {organisation}");
        counts.push(world.scalar(&sql).await?);
    }
    Ok(counts)
}

#[tokio::test]
async fn an_organisation_that_is_gone_takes_everything_of_it_and_nothing_else() -> anyhow::Result<()>
{
    let world = World::start().await?;
    world
        .share("blm", "Shared", &bulk(&[Home::new("77001_S7", 7)]))
        .await?;
    furnish(&world, 1).await?;
    furnish(&world, 2).await?;
    let before = held(&world, 2).await?;
    assert!(before.iter().all(|count| *count > 0), "{before:?}");
    let mut tx = world.database.db.begin_worker().await?;
    app::note(&mut tx, 1.into(), lintel_core::Clock::now(&*world.clock)).await?;
    tx.commit().await?;
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    assert!(departures.erase().await? > 0);
    assert_eq!(held(&world, 1).await?, vec![0; TABLES.len()]);
    assert_eq!(held(&world, 2).await?, before);
    let shared: i64 = world
        .scalar("SELECT count(*) FROM listings WHERE organisation_id = 0")
        .await?;
    assert_eq!(shared, 1);
    Ok(())
}

#[tokio::test]
async fn a_person_who_is_gone_leaves_the_listings_of_their_organisation() -> anyhow::Result<()> {
    let world = World::start().await?;
    furnish(&world, 1).await?;
    let mut tx = world.database.db.begin_worker().await?;
    app::note_account(&mut tx, 11.into(), lintel_core::Clock::now(&*world.clock)).await?;
    tx.commit().await?;
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    departures.erase().await?;
    let left = held(&world, 1).await?;
    assert_eq!(left, [1, 1, 1, 1, 0, 0, 0]);
    world.clock.advance(Duration::minutes(21));
    departures.erase().await?;
    let open: i64 = world
        .scalar("SELECT count(*) FROM li_gone_accounts WHERE erased_at IS NULL")
        .await?;
    assert_eq!(open, 0);
    Ok(())
}
