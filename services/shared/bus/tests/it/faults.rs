//! Crashes: no event is lost, and none takes effect twice.

use lintel_bus::topology;
use lintel_testkit::{NatsServer, wait_for};
use tokio_util::sync::CancellationToken;

use crate::fixture::{DEAD_LETTERS, EFFECTS, Fixture, Recorder, SOON, UNPUBLISHED};

const DISTINCT_EFFECTS: &str = "SELECT count(DISTINCT text) FROM effects";

/// An aborted task has the effect of a killed process: its transaction is rolled back, and nothing is acknowledged.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_kills_every_process_is_put_aside_and_the_others_flow() -> anyhow::Result<()>
{
    let fixture = Fixture::new().await?;
    fixture.shorten_ack_wait().await?;
    fixture.start_relay();
    fixture.tell(1, "hang").await?;
    fixture.tell(2, "good").await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    let recorder = Recorder::default();
    for death in 1..=4 {
        let process = fixture.start_consumer(recorder.clone());
        wait_for("the event is begun", SOON, async || {
            Ok((recorder.calls_of("hang") == death).then_some(()))
        })
        .await?;
        assert_eq!(fixture.count(DEAD_LETTERS).await?, 0);
        process.abort();
    }
    fixture.start_consumer(recorder.clone());
    fixture
        .wait_for_count(
            "SELECT count(*) FROM dead_letter WHERE reason = 'crash_suspect'",
            1,
        )
        .await?;
    fixture.wait_for_count(EFFECTS, 1).await?;
    assert_eq!(fixture.effects().await?, ["good"]);
    assert_eq!(recorder.calls_of("hang"), 4, "it was not tried again");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_killed_again_and_again_loses_nothing() -> anyhow::Result<()> {
    let mut fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_relay();
    fixture.start_consumer(recorder.clone());
    for round in 0..3 {
        for version in round * 100..round * 100 + 60 {
            fixture.tell(version, &version.to_string()).await?;
        }
        wait_for("some events are through", SOON, async || {
            Ok((fixture.count(EFFECTS).await? > round * 100).then_some(()))
        })
        .await?;
        fixture.nats.kill()?;
        for version in round * 100 + 60..round * 100 + 100 {
            fixture.tell(version, &version.to_string()).await?;
        }
        assert!(
            fixture.count(UNPUBLISHED).await? > 0,
            "the fault did not bite"
        );
        fixture.nats.restart().await?;
    }
    fixture.wait_for_count(EFFECTS, 300).await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(fixture.count(DISTINCT_EFFECTS).await?, 300);
    assert_eq!(fixture.count(DEAD_LETTERS).await?, 0);
    let again = fixture
        .count("SELECT count(*) FROM outbox WHERE republished > 0")
        .await?;
    assert_eq!(again, 0, "nothing was taken for lost");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn cut_database_connections_lose_no_event_and_count_no_failure() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_relay();
    fixture.start_consumer(recorder.clone());
    let mut cut = 0;
    for version in 0..200 {
        fixture.tell(version, &version.to_string()).await?;
        if version % 20 == 10 {
            cut += fixture
                .count(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                     WHERE datname = current_database() AND usename = 'bus_worker'",
                )
                .await?;
        }
    }
    assert!(cut > 0, "the fault did not bite");
    fixture.wait_for_count(EFFECTS, 200).await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(fixture.count(DISTINCT_EFFECTS).await?, 200);
    assert_eq!(fixture.count(DEAD_LETTERS).await?, 0);
    let blamed = fixture
        .count("SELECT count(*) FROM inbox_attempt WHERE attempts > 0 OR crash_starts > 0")
        .await?;
    assert_eq!(blamed, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn relay_and_consumer_wait_for_streams_that_nobody_has_made_yet() -> anyhow::Result<()> {
    let fixture = Fixture::without_streams().await?;
    fixture.start_relay();
    let (attached, _consumer) = fixture.start_watched(Recorder::default());
    fixture.tell(1, "early").await?;
    assert!(!*attached.borrow(), "it cannot be ready");
    topology::apply(&fixture.jetstream, 1).await?;
    fixture.wait_for_count(EFFECTS, 1).await?;
    assert!(*attached.borrow());
    Ok(())
}

/// Both begin before there is a broker at all, and both end when they are told to.
#[tokio::test(flavor = "multi_thread")]
async fn relay_and_consumer_start_and_stop_without_a_broker() -> anyhow::Result<()> {
    let mut fixture = Fixture::new().await?;
    fixture.nats.kill()?;
    let stop = CancellationToken::new();
    let relay = fixture.start_relay_until(stop.clone());
    let consumer = fixture.start_consumer_until(Recorder::default(), stop.clone());
    fixture.tell(1, "kept").await?;
    stop.cancel();
    tokio::time::timeout(SOON, relay).await???;
    tokio::time::timeout(SOON, consumer).await???;
    assert_eq!(fixture.count(UNPUBLISHED).await?, 1);
    Ok(())
}

/// The broker lost its whole store, and an operator made its streams: what was unpublished arrives, and what was published again.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_broker_in_place_of_the_old_gets_everything() -> anyhow::Result<()> {
    let mut fixture = Fixture::new().await?;
    fixture.start_relay();
    fixture.tell(1, "before").await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    fixture.nats.kill()?;
    fixture.tell(2, "after").await?;
    fixture.nats = NatsServer::start_on(fixture.nats.port()).await?;
    topology::apply(&fixture.jetstream, 1).await?;
    fixture.start_consumer(Recorder::default());
    fixture.wait_for_count(EFFECTS, 2).await?;
    let mut effects = fixture.effects().await?;
    effects.sort();
    assert_eq!(effects, ["after", "before"]);
    Ok(())
}
