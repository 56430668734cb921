//! Imports whose process is killed: the next one goes on, and the tables and what people are told end as if nothing had happened.

use std::{
    collections::BTreeSet,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use lintel_proto::listings::v1::{ListingFormat, ListingImportState, SavedSearch};
use lintel_testkit::free_port;
use secrecy::ExposeSecret as _;
use sqlx::PgConnection;

use crate::harness::{Caller, Home, World, bulk};

const HOMES: u32 = 1_600;
const KILLS: u32 = 20;
const ENDED: i64 = 9;
const PATIENCE: Duration = Duration::from_secs(20);

/// Homes for sale and lettings in several places, and two rows that cannot be read.
fn feed(from: u32, cheaper: u32) -> String {
    let homes = (from..from + HOMES).map(|number| {
        let mut home = Home::new(&format!("77001_{number}"), number + 1);
        home.letting = number % 5 == 0;
        home.bedrooms = number % 4;
        home.outcode = ["HU1", "HU2", "HU3", "HU5", "HU6", "HU7"][number as usize % 6];
        home.price = if home.letting {
            600 + number % 90
        } else {
            90_000 + number - cheaper
        };
        home
    });
    let homes: Vec<Home> = homes.collect();
    bulk(&homes)
        .replace("^90507^", "^none^")
        .replace("^91003^", "^none^")
}

/// Returns the rows of the tables without their times. The estimated rent of a home that is gone depends on when the job came by
/// that works out rents, with a kill or without.
async fn held(world: &World) -> anyhow::Result<BTreeSet<String>> {
    let rows: Vec<String> = sqlx::query_scalar(
        "SELECT concat_ws(' ', 'listing', external_key, title, price_pence, home_key, version,
             CASE WHEN withdrawn_at IS NULL THEN concat_ws(' for ', rent_pence, rent_lettings) ELSE 'gone' END) FROM listings
         UNION ALL SELECT concat_ws(' ', 'rent', external_key, bedrooms, rent_pence) FROM rent_comparables
         UNION ALL SELECT concat_ws(' ', 'median', organisation_id, outcode, bedrooms, rent_pence, lettings, stale) FROM rent_medians
         UNION ALL SELECT concat_ws(' ', 'price', l.external_key, p.price_pence)
             FROM listing_prices p JOIN listings l USING (listing_id)
         UNION ALL SELECT concat_ws(' ', 'word', organisation_id, known) FROM listing_words
         UNION ALL SELECT concat_ws(' ', 'refusal', listing_import_id, place, line, field, reason) FROM listing_import_refusals
         UNION ALL SELECT concat_ws(' ', 'import', state, read_count, added_count, changed_count, unchanged_count, withdrawn_count,
             refused_count, row_cursor, problem) FROM listing_imports",
    )
    .fetch_all(&mut world.database.superuser().await?)
    .await?;
    let count = rows.len();
    let rows: BTreeSet<String> = rows.into_iter().collect();
    anyhow::ensure!(rows.len() == count, "no row stands twice");
    Ok(rows)
}

/// Returns the news, in any order.
async fn told(world: &World) -> anyhow::Result<Vec<String>> {
    let facts = world.told().await?.into_iter().map(|fact| {
        let (change, price, version) = (
            fact.change,
            fact.price.map(|price| price.minor_units),
            fact.version,
        );
        format!("{change} {} {price:?} {version}", fact.listing_title)
    });
    let mut facts: Vec<String> = facts.collect();
    facts.sort();
    Ok(facts)
}

/// The service as a process of its own, without a broker and without identity: it works on imports all the same.
struct Process(Child);

impl Process {
    fn start(world: &World, folder: &Path) -> anyhow::Result<Self> {
        let key = folder.join("service.key");
        std::fs::write(&key, "0123456789abcdef0123456789abcdef")?;
        let database = &world.database.config;
        let away = || free_port().map(|port| format!("127.0.0.1:{port}"));
        let child = Command::new(env!("CARGO_BIN_EXE_lintel-listings-import"))
            .arg("serve")
            .env_clear()
            .env("LINTEL_PROFILE", "dev")
            .env("LINTEL_SERVICE_KEY_FILE", key)
            .env("LINTEL_NATS_URL", format!("nats://{}", away()?))
            .env("LINTEL_IDENTITY_URL", format!("http://{}", away()?))
            .env("LINTEL_LISTINGS_IMPORT__LISTEN", away()?)
            .env(
                "LINTEL_LISTINGS_IMPORT__DATABASE__URL",
                database.url.expose_secret(),
            )
            .env(
                "LINTEL_LISTINGS_IMPORT__DATABASE__WORKER_URL",
                database.worker_url.expose_secret(),
            )
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self(child))
    }
}

impl Drop for Process {
    /// SIGKILL, wherever it is.
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The stage of what is withdrawn, after which come the rents.
const WITHDRAWING: i64 = 6;
/// The phase of an import: its rows, its withdrawals, its rents, its end.
const FAR: &str = "SELECT CASE WHEN finished_at IS NOT NULL THEN 9 WHEN lease_owner IS NULL OR lease_until < now() THEN -1
     WHEN phase = 'rents' THEN 7 WHEN phase = 'withdrawing' THEN 6 ELSE row_cursor / 500 END::bigint
     FROM listing_imports ORDER BY listing_import_id DESC LIMIT 1";

/// Waits until an import is at least so far.
async fn wait(connection: &mut PgConnection, stage: i64) -> anyhow::Result<()> {
    let began = Instant::now();
    while sqlx::query_scalar::<_, i64>(FAR)
        .fetch_one(&mut *connection)
        .await?
        < stage
    {
        anyhow::ensure!(
            began.elapsed() < PATIENCE,
            "the import does not come to {stage}"
        );
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

/// A snapshot that is there, somebody who watches some of its homes and searches for others, and the next snapshot, which waits.
async fn waiting(world: &World) -> anyhow::Result<(Caller, i64)> {
    let landlord = world.landlord()?;
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed(0, 0))
        .await?;
    for listing in landlord.at("").await? {
        landlord.watch(listing.listing_id, true).await?;
    }
    let search = SavedSearch {
        display_name: "Hull".to_owned(),
        ..SavedSearch::default()
    };
    landlord.save_search(search).await?;
    let next = feed(200, 500);
    let id = landlord
        .send(ListingFormat::Blm, "Rightmove", next.as_bytes())
        .await?;
    Ok((landlord, id))
}

#[tokio::test]
async fn an_import_that_is_killed_twenty_times_ends_as_one_that_is_not() -> anyhow::Result<()> {
    let (calm, wild) = tokio::try_join!(World::start(), World::start())?;
    let ((peaceful, whole), (landlord, id)) = tokio::try_join!(waiting(&calm), waiting(&wild))?;
    let folder = tempfile::tempdir()?;
    let process = Process::start(&calm, folder.path())?;
    wait(&mut calm.database.superuser().await?, ENDED).await?;
    drop(process);
    let import = peaceful.import(whole).await?;
    assert_eq!(import.state(), ListingImportState::Done);
    assert!(
        import.withdrawn_count > 100 && import.changed_count > 1_000 && import.refused_count == 2,
        "{import:?}"
    );

    let mut connection = wild.database.superuser().await?;
    let mut struck = Vec::new();
    for kill in 0..KILLS {
        let process = Process::start(&wild, folder.path())?;
        // Of every stage a few times, a little later each time.
        wait(&mut connection, i64::from(kill) * 8 / i64::from(KILLS)).await?;
        tokio::time::sleep(Duration::from_millis(u64::from(kill % 3) * 15)).await;
        drop(process);
        let import = landlord.import(id).await?;
        struck.extend((import.state() == ListingImportState::Running).then_some(import.read_count));
        // Its minute is over.
        sqlx::query("UPDATE listing_imports SET lease_until = now() - interval '1 second' WHERE state = 'running'")
            .execute(&mut connection)
            .await?;
    }
    let _last = Process::start(&wild, folder.path())?;
    wait(&mut connection, ENDED).await?;
    assert!(!struck.is_empty());
    let (held, expected) = (held(&wild).await?, held(&calm).await?);
    let differ: Vec<_> = held.symmetric_difference(&expected).take(20).collect();
    assert!(differ.is_empty(), "{struck:?} {differ:#?}");
    assert_eq!(told(&wild).await?, told(&calm).await?, "{struck:?}");
    Ok(())
}

#[tokio::test]
async fn a_median_that_a_dying_process_holds_is_not_left_behind() -> anyhow::Result<()> {
    let world = World::start().await?;
    let _ = waiting(&world).await?;
    let mut holder = world.database.superuser().await?;
    // Of a place that the import says nothing of, so that it meets the lock at its end alone.
    sqlx::query("INSERT INTO rent_medians (organisation_id, outcode, bedrooms, lettings, stale) VALUES (0, 'ZE1', 2, 0, true)")
        .execute(&mut holder)
        .await?;
    let mut locks = sqlx::Connection::begin(&mut holder).await?;
    sqlx::query("SELECT FROM rent_medians WHERE outcode = 'ZE1' FOR UPDATE")
        .execute(&mut *locks)
        .await?;
    let mut connection = world.database.superuser().await?;
    let folder = tempfile::tempdir()?;
    let _process = Process::start(&world, folder.path())?;
    wait(&mut connection, WITHDRAWING).await?;
    for _ in 0..200 {
        let stage: i64 = sqlx::query_scalar(FAR).fetch_one(&mut connection).await?;
        anyhow::ensure!(stage < ENDED, "it ended while medians were stale");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    locks.rollback().await?;
    wait(&mut connection, ENDED).await?;
    let stale: i64 = sqlx::query_scalar("SELECT count(*) FROM rent_medians WHERE stale")
        .fetch_one(&mut connection)
        .await?;
    assert_eq!(stale, 0);
    Ok(())
}
