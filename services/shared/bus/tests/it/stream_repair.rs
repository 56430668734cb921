//! A broker that forgets: every event is in the stream and has its effect, once, and nobody has to do anything.

use std::collections::BTreeSet;

use lintel_bus::{
    Event,
    topology::{self, NOTIFICATIONS_IDENTITY},
};
use lintel_testkit::{BrokerStore, wait_for};
use tokio_util::sync::CancellationToken;

use crate::fixture::{DEAD_LETTERS, EFFECTS, Fixture, Recorder, SOON, UNPUBLISHED};

const DISTINCT_EFFECTS: &str = "SELECT count(DISTINCT text) FROM effects";
const REPUBLISHED: &str = "SELECT count(*) FROM outbox WHERE republished > 0";

/// Commits events `from`..`to` and waits until they are published.
async fn tell(fixture: &Fixture, from: i64, to: i64) -> anyhow::Result<()> {
    for version in from..to {
        fixture.tell(version, &version.to_string()).await?;
    }
    fixture.wait_for_count(UNPUBLISHED, 0).await
}

/// The stream holds `expected` different events.
async fn wait_for_events(fixture: &Fixture, expected: usize) -> anyhow::Result<()> {
    wait_for("the stream holds every event", SOON, async || {
        let stream = fixture.jetstream.get_stream("EVT_IDENTITY").await?;
        let last = stream.get_info().await?.state.last_sequence;
        let mut found = BTreeSet::new();
        for sequence in 1..=last {
            let message = stream.get_raw_message(sequence).await?;
            found.insert(Event::from_message(Some(&message.headers), message.payload)?.id);
        }
        anyhow::ensure!(found.len() == expected, "it holds {}", found.len());
        Ok(Some(()))
    })
    .await
}

/// Everything had its effect, and nothing twice.
async fn all_had_their_effect(fixture: &Fixture, expected: i64) -> anyhow::Result<()> {
    fixture.wait_for_count(EFFECTS, expected).await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(fixture.count(DISTINCT_EFFECTS).await?, expected);
    assert_eq!(fixture.count(DEAD_LETTERS).await?, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_was_put_back_as_it_was_gets_again_what_it_has_lost() -> anyhow::Result<()> {
    let mut fixture = Fixture::new().await?;
    fixture.start_relay();
    let until_lost = CancellationToken::new();
    let consumer = fixture.start_consumer_until(Recorder::default(), until_lost.clone());
    tell(&fixture, 0, 20).await?;
    fixture.wait_for_count(EFFECTS, 20).await?;
    until_lost.cancel();
    consumer.await??;
    let earlier = BrokerStore::copy(&fixture.nats)?;
    // Nobody is delivered these before they are lost.
    tell(&fixture, 20, 50).await?;
    fixture.nats.kill()?;
    earlier.put_back(&fixture.nats)?;
    // These take the places of the lost ones.
    for version in 50..55 {
        fixture.tell(version, &version.to_string()).await?;
    }
    fixture.nats.restart().await?;
    wait_for_events(&fixture, 55).await?;
    fixture.start_consumer(Recorder::default());
    all_had_their_effect(&fixture, 55).await?;
    let again = fixture.count(REPUBLISHED).await?;
    assert!((30..=36).contains(&again), "{again} were published again");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consumer_that_remembers_more_than_its_stream_misses_nothing() -> anyhow::Result<()> {
    let mut fixture = Fixture::new().await?;
    fixture.start_relay();
    let recorder = Recorder::default();
    fixture.start_consumer(recorder.clone());
    tell(&fixture, 0, 20).await?;
    fixture.wait_for_count(EFFECTS, 20).await?;
    let earlier = BrokerStore::copy(&fixture.nats)?;
    tell(&fixture, 20, 50).await?;
    fixture.wait_for_count(EFFECTS, 50).await?;
    fixture.nats.kill()?;
    earlier.put_back_messages(&fixture.nats)?;
    for version in 50..100 {
        fixture.tell(version, &version.to_string()).await?;
    }
    fixture.nats.restart().await?;
    all_had_their_effect(&fixture, 100).await?;
    wait_for_events(&fixture, 100).await?;
    assert_eq!(recorder.calls_of("0"), 1);
    assert_eq!(recorder.calls_of("30"), 1, "the inbox knows it");
    // What was made anew differently is still what `apply` wants.
    assert_eq!(
        topology::apply(&fixture.jetstream, 1).await?,
        Vec::<String>::new()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_broker_gets_its_streams_its_consumers_and_every_event() -> anyhow::Result<()> {
    let mut fixture = Fixture::new().await?;
    fixture.start_relay();
    tell(&fixture, 0, 30).await?;
    fixture.nats.kill()?;
    BrokerStore::lose(&fixture.nats)?;
    fixture.tell(30, "30").await?;
    fixture.nats.restart().await?;
    wait_for_events(&fixture, 31).await?;
    fixture.start_consumer(Recorder::default());
    all_had_their_effect(&fixture, 31).await?;
    assert_eq!(
        topology::apply(&fixture.jetstream, 1).await?,
        Vec::<String>::new(),
        "those of other services are there, too"
    );
    Ok(())
}

/// The connection stays, so nothing says that it is time to look, except the place that the next event is given.
#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_is_given_a_second_time_betrays_the_loss() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    tell(&fixture, 0, 30).await?;
    fixture.jetstream.delete_stream("EVT_IDENTITY").await?;
    topology::apply(&fixture.jetstream, 1).await?;
    fixture.start_consumer(Recorder::default());
    tell(&fixture, 30, 31).await?;
    all_had_their_effect(&fixture, 31).await?;
    wait_for_events(&fixture, 31).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consumer_that_is_gone_is_made_again_and_nothing_is_published_again() -> anyhow::Result<()>
{
    let mut fixture = Fixture::new().await?;
    fixture.start_relay();
    let recorder = Recorder::default();
    fixture.start_consumer(recorder.clone());
    tell(&fixture, 0, 20).await?;
    fixture.wait_for_count(EFFECTS, 20).await?;
    let spec = NOTIFICATIONS_IDENTITY;
    fixture
        .jetstream
        .delete_consumer_from_stream(spec.durable, spec.stream)
        .await?;
    fixture.nats.kill()?;
    fixture.nats.restart().await?;
    tell(&fixture, 20, 25).await?;
    all_had_their_effect(&fixture, 25).await?;
    assert_eq!(fixture.count(REPUBLISHED).await?, 0);
    assert_eq!(recorder.calls_of("3"), 1, "the inbox knows it");
    Ok(())
}
