//! Publishing: in order, at least once, one relay at a time.

use std::time::{Duration, Instant};

use lintel_bus::Event;
use lintel_db::{Scope, outbox};
use lintel_testkit::wait_for;
use tokio_util::sync::CancellationToken;

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

/// A relay that dies between publishing and marking publishes again. Within its window the broker drops the repeat, later the
/// inbox does.
#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_publishing_and_marking_is_absorbed() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let recorder = Recorder::default();
    fixture.start_consumer(recorder.clone());
    fixture.start_relay();
    fixture.tell(1, "once").await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    fixture.wait_for_count(EFFECTS, 1).await?;

    let mut admin = fixture.database.superuser().await?;
    sqlx::query("UPDATE outbox SET published_at = NULL, stream_seq = NULL")
        .execute(&mut admin)
        .await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(stream(&fixture).await?, ["once"], "the broker dropped it");

    // As the same publish looks after the window.
    let stream = fixture.jetstream.get_stream("EVT_IDENTITY").await?;
    let message = stream.get_raw_message(1).await?;
    let mut headers = message.headers.clone();
    headers.insert("Nats-Msg-Id", "another");
    fixture
        .jetstream
        .publish_with_headers(message.subject.clone(), headers, message.payload.clone())
        .await?
        .await?;
    fixture.tell(2, "after").await?;
    fixture.wait_for_count(EFFECTS, 2).await?;
    assert_eq!(fixture.effects().await?, ["once", "after"]);
    assert_eq!(recorder.calls_of("once"), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_relays_at_once_publish_everything_once_and_in_order() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    fixture.start_relay();
    let expected: Vec<String> = (0..300).map(|n| n.to_string()).collect();
    for (version, text) in (0_i64..).zip(&expected) {
        fixture.tell(version, text).await?;
    }
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    assert_eq!(stream(&fixture).await?, expected);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_stops_gives_its_lease_back() -> anyhow::Result<()> {
    let fixture = Fixture::new().await?;
    let stop = CancellationToken::new();
    let first = fixture.start_relay_until(stop.clone());
    fixture.tell(1, "one").await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    stop.cancel();
    first.await??;
    let held = fixture
        .count("SELECT count(*) FROM relay_lease WHERE expires_at > now()")
        .await?;
    assert_eq!(held, 0);
    Ok(())
}

/// The relay was frozen, another took over: what the first marks now is void.
#[tokio::test(flavor = "multi_thread")]
async fn a_relay_whose_lease_was_taken_marks_nothing() -> anyhow::Result<()> {
    let mut fixture = Fixture::new().await?;
    fixture.nats.kill()?;
    fixture.tell(1, "contested").await?;
    // It has its lease and waits for the broker when the other takes over.
    let stop = CancellationToken::new();
    let frozen = fixture.start_relay_until(stop.clone());
    fixture
        .wait_for_count("SELECT epoch FROM relay_lease", 1)
        .await?;
    let mut admin = fixture.database.superuser().await?;
    sqlx::query(
        "UPDATE relay_lease SET epoch = epoch + 1, holder = gen_random_uuid(), expires_at = now() + interval '1 hour'",
    )
    .execute(&mut admin)
    .await?;
    fixture.nats.restart().await?;
    wait_for("the frozen relay has published", SOON, async || {
        Ok((stream(&fixture).await? == ["contested"]).then_some(()))
    })
    .await?;
    // It finishes its turn, the marking with it.
    stop.cancel();
    frozen.await??;
    assert_eq!(fixture.count(UNPUBLISHED).await?, 1, "its mark is void");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_event_is_published_and_the_outbox_refuses_a_larger_one() -> anyhow::Result<()>
{
    let fixture = Fixture::new().await?;
    fixture.start_relay();
    let mut largest = event(1, "");
    largest.payload = vec![7; 256 * 1024];
    let mut tx = fixture.database.db.begin(Scope::none()).await?;
    outbox::append(&mut tx, &largest).await?;
    tx.commit().await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;

    let mut larger = event(2, "");
    larger.payload = vec![7; 256 * 1024 + 1];
    let mut tx = fixture.database.db.begin(Scope::none()).await?;
    let refused = outbox::append(&mut tx, &larger).await;
    assert_eq!(
        refused
            .err()
            .and_then(|error| error.constraint().map(str::to_owned)),
        Some("outbox_payload_size_ck".to_owned())
    );
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
