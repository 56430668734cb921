//! Organisations that identity deleted: all of their data is deleted, and nothing else.

use std::{collections::HashMap, sync::Arc, time::Duration};

use async_nats::jetstream;
use chrono::TimeDelta;
use lintel_bus::{Consumer, Event, topology};
use lintel_core::{Clock, OrganisationId, SystemClock};
use lintel_files::Owner;
use lintel_portfolio::{app::Departures, consumers::IdentityEvents};
use lintel_proto::{
    PublicEvent,
    identity::v1::{OrganisationDeleted, OrganisationRenamed},
};
use lintel_testkit::{NatsServer, wait_for};
use sqlx::AssertSqlSafe;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    harness::World,
    property::{house, shared_house},
    sale::sale,
};

const PATIENCE: Duration = Duration::from_secs(20);

/// Every table with rows of organisations.
const TABLES: [&str; 14] = [
    "inspection_settings",
    "properties",
    "property_certificates",
    "property_changes",
    "property_history",
    "property_imports",
    "property_inspections",
    "reminders",
    "unnamed_uploads",
    "rooms",
    "sold_properties",
    "kept_homes",
    "property_take_backs",
    "lettings",
];

fn departures(world: &World) -> Departures {
    let clock: Arc<dyn Clock> = Arc::clone(&world.clock) as _;
    Departures::new(world.database.db.clone(), clock, world.files.clone())
}

/// Rows of every kind for organisations 1 and 2.
async fn furnish(world: &World) -> anyhow::Result<()> {
    for (landlord, organisation) in [(world.landlord()?, 1), (world.other_landlord()?, 2)] {
        landlord.create(shared_house("Shared", &[1, 2])).await?;
        let mut pictured = house("Pictured");
        pictured.photo_urls = vec![world.photo(organisation).await?];
        landlord.create(pictured).await?;
        let former = landlord.create(house("Former")).await?;
        landlord.sell(former.property_id, sale()).await?;
        landlord.check_import("mine.csv", b"Name\n", "").await?;
        world.document(organisation).await?;
    }
    world.equip().await?;
    world
        .execute(
            "INSERT INTO lettings (organisation_id, tenancy_id, property_id, in_force, version)
             SELECT organisation_id, property_id, property_id, true, 1 FROM properties;
             INSERT INTO property_take_backs (organisation_id, act, object_id, what, reason, taken_back_by, taken_back_at)
             SELECT organisation_id, 'sale', 1, 'x', 'xx', 1, now() FROM properties;
             INSERT INTO reminders (organisation_id, kind, subject_id, subject_date, offset_days, created_at)
             SELECT organisation_id, 'CertificateExpiring', certificate_id, expiry_date, 7, now() FROM property_certificates;
             INSERT INTO property_changes (organisation_id, property_history_id, place, field, new_value)
             SELECT organisation_id, property_history_id, 99, 'size', 'x' FROM property_history;
             INSERT INTO unnamed_uploads (organisation_id, address, unnamed_since) SELECT organisation_id, property_id::text, now() FROM properties;
             UPDATE outbox SET published_at = now()",
        )
        .await
}

/// Counts the rows and files of an organisation.
async fn held(world: &World, organisation: i64) -> anyhow::Result<Vec<usize>> {
    let mut connection = world.database.superuser().await?;
    let mut counts = Vec::new();
    for table in TABLES.iter().chain(["outbox"].iter()) {
        let sql = format!("SELECT count(*) FROM {table} WHERE organisation_id = {organisation}");
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_one(&mut connection)
            .await?;
        counts.push(usize::try_from(count)?);
    }
    let owner = Owner::Organisation(OrganisationId::new(organisation));
    let files: Vec<_> = futures::TryStreamExt::try_collect(world.files.list(owner)).await?;
    counts.push(files.len());
    Ok(counts)
}

async fn note(world: &World, organisation: i64) -> anyhow::Result<()> {
    let mut tx = world.database.db.begin_worker().await?;
    let now = world.clock.now();
    lintel_portfolio::app::note_departure(&mut tx, organisation.into(), now).await?;
    Ok(tx.commit().await?)
}

#[tokio::test]
async fn everything_of_a_departed_organisation_goes_and_nothing_of_another() -> anyhow::Result<()> {
    let world = World::start().await?;
    furnish(&world).await?;
    let before = held(&world, 2).await?;
    assert!(before.iter().all(|count| *count > 0), "{before:?}");
    assert_eq!(held(&world, 1).await?, before);

    note(&world, 1).await?;
    let erased = departures(&world).erase().await?;
    assert!(erased > 0);
    assert_eq!(held(&world, 1).await?, vec![0; before.len()]);
    assert_eq!(held(&world, 2).await?, before);
    assert_eq!(
        departures(&world).erase().await?,
        0,
        "once more changes nothing"
    );
    Ok(())
}

#[tokio::test]
async fn what_somebody_adds_while_tokens_live_goes_as_well() -> anyhow::Result<()> {
    let world = World::start().await?;
    note(&world, 1).await?;
    departures(&world).erase().await?;
    world.landlord()?.create(house("Late")).await?;
    world.photo(1).await?;
    let open = "SELECT count(*) FROM departed_organisations WHERE erased_at IS NULL";
    assert_eq!(world.number(open).await?, 1);
    world.clock.advance(TimeDelta::minutes(20));
    assert!(departures(&world).erase().await? > 0);
    assert_eq!(
        world.number(open).await?,
        0,
        "nobody can add anything any more"
    );
    assert_eq!(world.number("SELECT count(*) FROM properties").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_large_portfolio_goes_in_many_short_transactions() -> anyhow::Result<()> {
    let world = World::start().await?;
    world.landlord()?.create(house("One of many")).await?;
    world
        .execute(
            "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent, monthly_costs)
             SELECT organisation_id, property_id, 1 + n, now(), 'Vacant', n, 0 FROM properties, generate_series(1, 2300) AS n",
        )
        .await?;
    note(&world, 1).await?;
    assert_eq!(departures(&world).erase().await?, 2302);
    Ok(())
}

#[tokio::test]
async fn only_departed_organisations_are_erased() -> anyhow::Result<()> {
    let world = World::start().await?;
    furnish(&world).await?;
    let before = held(&world, 1).await?;
    let mut tx = world.database.db.begin_worker().await?;
    let erased: i64 = sqlx::query_scalar("SELECT erase_departed(1, 1000)")
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    assert_eq!(erased, 0);
    assert_eq!(held(&world, 1).await?, before);
    let mut app = world.database.app().await?;
    let refused = sqlx::query("SELECT erase_departed(1, 1000)")
        .execute(&mut app)
        .await;
    let code = refused
        .err()
        .and_then(|error| Some(error.as_database_error()?.code()?.into_owned()));
    assert_eq!(code.as_deref(), Some("42501"), "requests erase nobody");
    Ok(())
}

pub fn event<M: PublicEvent>(message: &M, organisation: i64) -> Event {
    Event {
        id: Uuid::now_v7(),
        event_type: M::TYPE.to_owned(),
        aggregate_type: "organisation".to_owned(),
        aggregate_id: organisation.to_string(),
        aggregate_version: 2,
        organisation: Some(organisation.into()),
        time: SystemClock.now(),
        trace: HashMap::new(),
        payload: message.encode_to_vec().into(),
    }
}

#[tokio::test]
async fn word_of_a_deleted_organisation_is_taken_once_however_often_it_comes() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let server = NatsServer::start().await?;
    let jetstream = jetstream::new(lintel_bus::connect("test", &server.url()).await?);
    topology::apply(&jetstream, 1).await?;
    let (stop, wake) = (CancellationToken::new(), Arc::new(Notify::new()));
    let clock: Arc<dyn Clock> = Arc::clone(&world.clock) as _;
    let consumer = Consumer::new(
        topology::PORTFOLIO_IDENTITY,
        world.database.db.clone(),
        jetstream.clone(),
        IdentityEvents::new(clock, wake.clone()),
    );
    tokio::spawn(consumer.run(stop.clone()));
    let deleted = OrganisationDeleted {
        organisation_id: 1,
        version: 2,
    };
    let renamed = OrganisationRenamed {
        organisation_id: 2,
        version: 2,
    };
    let nobodys = OrganisationDeleted::default();
    let gone = event(&deleted, 1);
    let told = [
        gone.clone(),
        gone,
        event(&deleted, 1),
        event(&renamed, 2),
        event(&nobodys, 0),
    ];
    for event in &told {
        let mut headers = event.headers();
        headers.insert("Nats-Msg-Id", Uuid::now_v7().to_string());
        jetstream
            .publish_with_headers(event.subject(), headers, event.payload.clone())
            .await?
            .await?;
    }
    wait_for("every event has its row", PATIENCE, async || {
        let taken = world.number("SELECT count(*) FROM inbox").await?;
        let aside = world.number("SELECT count(*) FROM dead_letter").await?;
        Ok((taken == 3 && aside == 1).then_some(()))
    })
    .await?;
    wake.notified().await;
    let departed = "SELECT count(*) FROM departed_organisations WHERE organisation_id = 1";
    assert_eq!(world.number(departed).await?, 1);
    assert_eq!(
        world
            .number("SELECT count(*) FROM departed_organisations")
            .await?,
        1
    );
    stop.cancel();
    Ok(())
}
