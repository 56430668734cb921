//! Whoever leaves an organisation leaves nothing there that was theirs alone, and begins anew when they come back.

use std::{collections::HashMap, sync::Arc};

use chrono::Duration;
use lintel_bus::{Event, Handled, Handler as _};
use lintel_core::{Clock as _, Grade};
use lintel_listings_import::{app::Departures, consumers::IdentityEvents};
use lintel_proto::{
    PublicEvent,
    identity::v1::{MembershipChanged, MembershipEnded},
    listings::v1::{Analysis, ListingFormat, SavedSearch},
};
use lintel_testkit::tokens::{landlord, member};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::harness::{Caller, Home, World, bulk};

async fn hear<M: PublicEvent>(world: &World, message: &M) -> anyhow::Result<()> {
    let event = Event {
        id: Uuid::now_v7(),
        event_type: M::TYPE.to_owned(),
        aggregate_type: "membership".to_owned(),
        aggregate_id: "1".to_owned(),
        aggregate_version: 1,
        organisation: None,
        time: world.clock.now(),
        trace: HashMap::new(),
        payload: message.encode_to_vec().into(),
    };
    let handler = IdentityEvents::new(world.clock.clone(), Arc::new(Notify::new()));
    let mut tx = world.database.db.begin_worker().await?;
    assert_eq!(handler.handle(&mut tx, &event).await?, Handled::Done);
    Ok(tx.commit().await?)
}

const fn left(membership_id: i64) -> MembershipEnded {
    MembershipEnded {
        membership_id,
        organisation_id: 1,
        user_id: 11,
        version: 3,
    }
}

fn joined(membership_id: i64) -> MembershipChanged {
    MembershipChanged {
        membership_id,
        organisation_id: 1,
        user_id: 11,
        grade: 0,
        version: 1,
    }
}

async fn erase(world: &World) -> anyhow::Result<()> {
    let departures = Departures::new(world.database.db.clone(), world.clock.clone());
    departures.erase().await?;
    Ok(())
}

/// Watches, searches and analyses the first home that it sees.
async fn furnish(caller: &Caller) -> anyhow::Result<i64> {
    let listing_id = caller.at("").await?.remove(0).listing_id;
    caller.watch(listing_id, true).await?;
    let search = SavedSearch {
        display_name: "Hull".to_owned(),
        ..SavedSearch::default()
    };
    caller.save_search(search).await?;
    let analysis = Analysis {
        listing_id,
        ..Analysis::default()
    };
    caller.save_analysis(analysis, "").await?;
    Ok(listing_id)
}

/// Counts this person's rows of watchlist, searches and analyses in this organisation.
async fn held(world: &World, organisation: i64, user: i64) -> anyhow::Result<[i64; 3]> {
    let mut counts = [0; 3];
    let tables = ["watchlist", "saved_searches", "analyses"];
    for (count, table) in counts.iter_mut().zip(tables) {
        let whose = format!("organisation_id = {organisation} AND user_id = {user}");
        let sql = format!("SELECT count(*) FROM {table} WHERE {whose}");
        *count = world.scalar(&sql).await?;
    }
    Ok(counts)
}

#[tokio::test]
async fn what_was_theirs_goes_and_nothing_of_anybody_else() -> anyhow::Result<()> {
    let world = World::start().await?;
    let feed = bulk(&[Home::new("77001_S1", 1)]);
    world.share("blm", "Shared", &feed).await?;
    let leaver = world.landlord()?;
    world
        .import(&leaver, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    let colleague = world.caller(&member(12, 1, Grade::Viewer))?;
    let elsewhere = world.caller(&landlord(11, 2))?;
    for caller in [&leaver, &colleague, &elsewhere] {
        furnish(caller).await?;
    }
    hear(&world, &left(7)).await?;
    erase(&world).await?;
    assert_eq!(held(&world, 1, 11).await?, [0, 0, 0]);
    // A token of the membership that is still good.
    world.clock.advance(Duration::minutes(5));
    furnish(&leaver).await?;
    world.clock.advance(Duration::minutes(16));
    erase(&world).await?;
    assert_eq!(held(&world, 1, 11).await?, [0, 0, 0]);
    assert_eq!(held(&world, 1, 12).await?, [1, 1, 1]);
    assert_eq!(held(&world, 2, 11).await?, [1, 1, 1]);
    assert_eq!(colleague.imports().await?.len(), 1);
    assert_eq!(colleague.at("").await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_returning_member_keeps_new_data_and_gets_the_next_version() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut home = Home::new("77001_S1", 1);
    world.share("blm", "Shared", &bulk(&[home.clone()])).await?;
    let person = world.landlord()?;
    let listing = furnish(&person).await?;
    home.price = 97_000;
    world.share("blm", "Shared", &bulk(&[home.clone()])).await?;
    hear(&world, &left(7)).await?;
    world.clock.advance(Duration::minutes(5));
    hear(&world, &joined(8)).await?;
    assert_eq!(held(&world, 1, 11).await?, [0, 0, 0]);
    furnish(&person).await?;
    // Told of again, and of a change of the grade.
    hear(&world, &joined(8)).await?;
    erase(&world).await?;
    assert_eq!(held(&world, 1, 11).await?, [1, 1, 1]);
    home.price = 96_000;
    world.share("blm", "Shared", &bulk(&[home])).await?;
    let told = world.told().await?;
    let told: Vec<_> = told
        .iter()
        .map(|fact| (fact.listing_id, fact.version))
        .collect();
    assert_eq!(told, [(listing, 1), (listing, 2)]);
    Ok(())
}

#[tokio::test]
async fn what_they_were_told_is_forgotten_with_the_outbox() -> anyhow::Result<()> {
    let world = World::start().await?;
    let mut home = Home::new("77001_S1", 1);
    world.share("blm", "Shared", &bulk(&[home.clone()])).await?;
    furnish(&world.landlord()?).await?;
    home.price = 97_000;
    world.share("blm", "Shared", &bulk(&[home])).await?;
    hear(&world, &left(7)).await?;
    world.clock.advance(Duration::days(30));
    erase(&world).await?;
    let facts = "SELECT count(*) FROM watch_facts";
    assert_eq!(world.scalar::<i64>(facts).await?, 1);
    world.clock.advance(Duration::days(2));
    let mut connection = world.database.superuser().await?;
    sqlx::query("DELETE FROM outbox")
        .execute(&mut connection)
        .await?;
    erase(&world).await?;
    assert_eq!(world.scalar::<i64>(facts).await?, 0);
    let notes = "SELECT count(*) FROM li_gone_members";
    assert_eq!(world.scalar::<i64>(notes).await?, 0);
    Ok(())
}
