//! Streams as they are declared, and tables that do not grow for ever.

use std::time::Duration;

use async_nats::jetstream::stream::Config;
use lintel_bus::topology;
use uuid::Uuid;

use crate::fixture::{Fixture, UNPUBLISHED};

#[tokio::test(flavor = "multi_thread")]
async fn applying_the_topology_tells_what_it_changed_and_then_nothing() -> anyhow::Result<()> {
    let fixture = Fixture::without_streams().await?;
    let made = topology::apply(&fixture.jetstream, 1).await?;
    let streams = topology::STREAMS.map(|stream| format!("stream {}: made", stream.name));
    let consumers =
        topology::CONSUMERS.map(|consumer| format!("consumer {}: made", consumer.durable));
    assert_eq!(made, [&streams[..], &consumers[..]].concat());
    assert!(topology::apply(&fixture.jetstream, 1).await?.is_empty());

    let stream = fixture.jetstream.get_stream("EVT_PORTFOLIO").await?;
    let drifted = Config {
        max_age: Duration::from_secs(60),
        duplicate_window: Duration::from_secs(30),
        ..stream.cached_info().config.clone()
    };
    fixture.jetstream.update_stream(drifted).await?;
    let mended = topology::apply(&fixture.jetstream, 1).await?;
    assert_eq!(
        mended,
        [
            "stream EVT_PORTFOLIO: duplicate_window was 30000000000, is 120000000000",
            "stream EVT_PORTFOLIO: max_age was 60000000000, is 2592000000000000",
        ]
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_served_its_time_is_swept_and_nothing_else() -> anyhow::Result<()> {
    const ROWS: &str = "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM request_ids) \
         + (SELECT count(*) FROM inbox) + (SELECT count(*) FROM inbox_attempt)";
    let fixture = Fixture::new().await?;
    for version in 1..=3 {
        fixture.tell(version, "old or new").await?;
    }
    let mut admin = fixture.database.superuser().await?;
    // One a little too old, one not quite, and one that was never published.
    for sql in [
        "UPDATE outbox SET published_at = now() - interval '30 days 1 minute' WHERE aggregate_version = 1",
        "UPDATE outbox SET published_at = now() - interval '29 days 23 hours' WHERE aggregate_version = 2",
        "UPDATE outbox SET created_at = now() - interval '90 days' WHERE aggregate_version = 3",
        "INSERT INTO request_ids (scope, method, key, request_hash, created_at) \
         VALUES ('user:1', 'm', 'old', '', now() - interval '48 hours 1 minute'), \
                ('user:1', 'm', 'new', '', now() - interval '47 hours')",
        "INSERT INTO inbox_attempt (event_id, consumer, last_at) \
         VALUES (gen_random_uuid(), 'c', now() - interval '61 days'), (gen_random_uuid(), 'c', now())",
    ] {
        sqlx::query(sql).execute(&mut admin).await?;
    }
    for age in ["60 days 1 minute", "59 days"] {
        let millis: i64 = sqlx::query_scalar(
            "SELECT (extract(epoch FROM now() - $1::text::interval) * 1000)::bigint",
        )
        .bind(age)
        .fetch_one(&mut admin)
        .await?;
        let id = uuid::Builder::from_unix_timestamp_millis(u64::try_from(millis)?, &[7; 10]);
        sqlx::query(
            "INSERT INTO inbox (event_id, consumer, source, source_seq, via) VALUES ($1, 'c', 's', 1, 'nats')",
        )
        .bind::<Uuid>(id.into_uuid())
        .execute(&mut admin)
        .await?;
    }
    assert_eq!(fixture.count(ROWS).await?, 9);
    fixture.start_relay();
    fixture.wait_for_count(ROWS, 5).await?;
    fixture.wait_for_count(UNPUBLISHED, 0).await?;
    let kept = fixture
        .count("SELECT count(*) FROM outbox WHERE aggregate_version > 1")
        .await?;
    assert_eq!(kept, 2);
    Ok(())
}
