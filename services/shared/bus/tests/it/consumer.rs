//! Consuming: one effect for each event, whatever happens on the way.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use lintel_testkit::wait_for;
use tokio_util::sync::CancellationToken;

use crate::fixture::{DEAD_LETTERS, EFFECTS, Fixture, Recorder, SOON};

const INBOX: &str = "SELECT count(*) FROM inbox";

#[tokio::test(flavor = "multi_thread")]
async fn an_event_delivered_three_times_has_one_effect() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_relay();
    fixture.tell(1, "once").await?;
    let stream = fixture.jetstream.get_stream("EVT_IDENTITY").await?;
    let message = wait_for("it is published", SOON, async || {
        Ok(Some(stream.get_raw_message(1).await?))
    })
    .await?;
    for copy in ["copy-1", "copy-2"] {
        let mut headers = message.headers.clone();
        headers.insert("Nats-Msg-Id", copy);
        fixture
            .jetstream
            .publish_with_headers(message.subject.clone(), headers, message.payload.clone())
            .await?
            .await?;
    }
    fixture.start_consumer(recorder.clone());
    fixture.tell(2, "last").await?;
    fixture.wait_for_count(EFFECTS, 2).await?;
    assert_eq!(fixture.effects().await?, ["once", "last"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_the_infrastructure_is_waited_out_and_never_counted() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    recorder.faults_left.store(4, Ordering::SeqCst);
    fixture.start_relay();
    fixture.start_consumer(recorder.clone());
    fixture.tell(1, "away").await?;
    fixture.wait_for_count(EFFECTS, 1).await?;
    assert_eq!(recorder.calls_of("away"), 5);
    assert_eq!(fixture.count(DEAD_LETTERS).await?, 0);
    let counted = fixture
        .count("SELECT COALESCE(max(attempts), 0)::bigint FROM inbox_attempt")
        .await?;
    assert_eq!(counted, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handler_that_failed_leaves_no_effect_and_tries_again() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    recorder.faults_left.store(2, Ordering::SeqCst);
    fixture.start_relay();
    fixture.start_consumer(recorder.clone());
    fixture.tell(1, "flaky").await?;
    fixture.wait_for_count(EFFECTS, 1).await?;
    assert_eq!(fixture.effects().await?, ["flaky"]);
    assert_eq!(recorder.calls_of("flaky"), 3);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn poison_is_put_aside_after_five_attempts_and_the_others_flow() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_relay();
    fixture.start_consumer(recorder.clone());
    fixture.tell(1, "poison").await?;
    fixture.tell(2, "panic").await?;
    fixture.tell(3, "good").await?;
    fixture.wait_for_count(EFFECTS, 1).await?;
    fixture.wait_for_count(DEAD_LETTERS, 2).await?;
    assert_eq!(recorder.calls_of("poison"), 5);
    assert_eq!(recorder.calls_of("panic"), 5);
    let kept = fixture
        .count("SELECT count(*) FROM dead_letter WHERE reason = 'attempts' AND attempts = 5 AND state = 'open'")
        .await?;
    assert_eq!(kept, 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_never_be_taken_and_what_is_no_event_are_put_aside_at_once() -> anyhow::Result<()>
{
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_relay();
    fixture.start_consumer(recorder.clone());
    fixture.tell(1, "never").await?;
    fixture
        .jetstream
        .publish("lintel.evt.identity.user.registered.v1", "junk".into())
        .await?
        .await?;
    fixture.wait_for_count(DEAD_LETTERS, 2).await?;
    assert_eq!(recorder.calls_of("never"), 1);
    assert_eq!(recorder.calls_of("junk"), 0);
    let reasons = fixture
        .count("SELECT count(DISTINCT reason) FROM dead_letter WHERE reason IN ('invariant', 'decode')")
        .await?;
    assert_eq!(reasons, 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_of_no_interest_is_acknowledged_and_noted() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_relay();
    fixture.start_consumer(recorder.clone());
    fixture.tell(1, "foreign").await?;
    fixture.tell(2, "good").await?;
    fixture.wait_for_count(EFFECTS, 1).await?;
    assert_eq!(fixture.effects().await?, ["good"]);
    assert_eq!(fixture.count(INBOX).await?, 2);
    assert_eq!(recorder.calls_of("foreign"), 1);
    assert_eq!(fixture.count(DEAD_LETTERS).await?, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_replicas_of_a_consumer_share_the_events_and_have_each_effect_once()
-> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let (one, two) = (Recorder::default(), Recorder::default());
    fixture.start_consumer(one.clone());
    fixture.start_consumer(two.clone());
    fixture.start_relay();
    for version in 0..200 {
        fixture.tell(version, &version.to_string()).await?;
    }
    fixture.wait_for_count(EFFECTS, 200).await?;
    let distinct = fixture
        .count("SELECT count(DISTINCT text) FROM effects")
        .await?;
    assert_eq!(distinct, 200);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consumer_that_stops_finishes_and_hands_the_rest_to_the_next() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    let stop = CancellationToken::new();
    let first = fixture.start_consumer_until(Recorder::default(), stop.clone());
    for version in 0..50 {
        fixture.tell(version, &version.to_string()).await?;
    }
    stop.cancel();
    first.await??;
    let stopped = Instant::now();
    fixture.start_consumer(Recorder::default());
    fixture.wait_for_count(EFFECTS, 50).await?;
    // The broker's patience with what was fetched and not acknowledged is 10 seconds.
    assert!(stopped.elapsed() < Duration::from_secs(8));
    Ok(())
}
