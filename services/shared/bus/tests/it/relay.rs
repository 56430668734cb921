//! Publishing: in order, at least once, one relay at a time.

use std::time::{Duration, Instant};

use lintel_bus::Event;
use lintel_db::{Scope, outbox};
use lintel_testkit::wait_for;

use crate::fixture::{EFFECTS, Fixture, Recorder, SOON, UNPUBLISHED, event};

/// The payloads in the stream, in its order.
async fn stream(fixture: &Fixture) -> anyhow::Result<Vec<String>> {
    let stream = fixture.jetstream.get_stream("EVT_IDENTITY").await?;
    let last = stream.get_info().await?.state.last_sequence;
    let mut found = Vec::new();
    for sequence in 1..=last {
        let message = stream.get_raw_message(sequence).await?;
        let event = Event::from_message(Some(&message.headers), message.payload)?;
        found.push(String::from_utf8_lossy(&event.payload).into_owned());
    }
    Ok(found)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_committed_is_published_once_and_in_order() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    let expected: Vec<String> = (0..250).map(|n| n.to_string()).collect();
    for (version, text) in (0_i64..).zip(&expected) {
        fixture.tell(version, text).await?;
    }
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(stream(&fixture).await?, expected);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_rolled_back_is_never_published() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    let mut tx = fixture.database.db.begin(Scope::none()).await?;
    outbox::append(&mut tx, &event(1, "rolled back")).await?;
    drop(tx);
    fixture.tell(2, "kept").await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(stream(&fixture).await?, ["kept"]);
    Ok(())
}

/// Identities commit out of order: a row with a smaller number may appear after larger ones were published.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_committer_with_a_smaller_number_is_not_skipped() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    let mut late = fixture.database.db.begin(Scope::none()).await?;
    outbox::append(&mut late, &event(1, "late")).await?;
    fixture.tell(2, "early").await?;
    wait_for("the early one is published", SOON, async || {
        Ok((stream(&fixture).await? == ["early"]).then_some(()))
    })
    .await?;
    late.commit().await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(stream(&fixture).await?, ["early", "late"]);
    Ok(())
}

/// A relay that dies between publishing and marking publishes again; the inbox has one effect.
#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_publishing_and_marking_is_absorbed() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_consumer(recorder.clone());
    fixture.start_relay();
    fixture.tell(1, "once").await?;
    fixture.wait_for_count(EFFECTS, 1).await?;

    // The mark is undone and the event told under another broker id, as after the dedupe window.
    let mut admin = fixture.database.superuser().await?;
    let event_id: uuid::Uuid = sqlx::query_scalar("SELECT event_id FROM outbox")
        .fetch_one(&mut admin)
        .await?;
    let stream = fixture.jetstream.get_stream("EVT_IDENTITY").await?;
    let message = stream.get_raw_message(1).await?;
    let mut headers = message.headers.clone();
    headers.insert("Nats-Msg-Id", "another");
    fixture
        .jetstream
        .publish_with_headers(message.subject.clone(), headers, message.payload.clone())
        .await?
        .await?;
    assert_eq!(
        Event::from_message(Some(&message.headers), message.payload)?.id,
        event_id
    );
    fixture.tell(2, "after").await?;
    fixture.wait_for_count(EFFECTS, 2).await?;
    assert_eq!(fixture.effects().await?, ["once", "after"]);
    assert_eq!(recorder.calls_of("once"), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_relays_one_works_and_the_other_takes_over_when_it_is_gone() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let first = fixture.start_relay();
    fixture.tell(1, "one").await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    fixture.start_relay();
    first.abort();
    let killed = Instant::now();
    fixture.tell(2, "two").await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(stream(&fixture).await?, ["one", "two"]);
    let epochs = fixture.count("SELECT epoch FROM relay_lease").await?;
    assert_eq!(epochs, 2, "the second relay took its own lease");
    assert!(
        killed.elapsed() > Duration::from_millis(500),
        "the dead holder's lease was respected"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn events_committed_while_the_broker_is_away_arrive_when_it_is_back() -> anyhow::Result<()> {
    let mut fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_consumer(recorder.clone());
    fixture.start_relay();
    fixture.tell(1, "before").await?;
    fixture.wait_for_count(EFFECTS, 1).await?;

    fixture.nats.kill()?;
    for version in 2..12 {
        fixture.tell(version, "meanwhile").await?;
    }
    assert_eq!(fixture.count(UNPUBLISHED).await?, 10);
    fixture.nats.restart().await?;
    fixture.wait_for_count(EFFECTS, 11).await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    Ok(())
}
