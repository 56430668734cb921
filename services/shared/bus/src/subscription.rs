//! A consumer's requests to the broker: fetch, deliver later, release.

use std::time::Duration;

use async_nats::jetstream::{
    AckKind, Context as JetStream, Message,
    consumer::{PullConsumer, pull},
};
use futures::StreamExt as _;
use rand::Rng as _;

use crate::topology::ConsumerSpec;

/// The number of events that are fetched at once.
const BATCH: usize = 16;
/// When nothing has arrived for this long, no fetched event is still in transit.
const QUIET: Duration = Duration::from_millis(50);

/// The deliveries of `spec`, until the broker is away.
pub(crate) async fn subscribe(
    jetstream: &JetStream,
    spec: ConsumerSpec,
) -> anyhow::Result<pull::Stream> {
    let consumer: PullConsumer = jetstream
        .get_consumer_from_stream::<pull::Config, _, _>(spec.durable, spec.stream)
        .await?;
    // Without heartbeats a client does not notice that its pull request was lost with the server.
    Ok(consumer
        .stream()
        .max_messages_per_batch(BATCH)
        .expires(Duration::from_secs(5))
        .heartbeat(Duration::from_secs(2))
        .messages()
        .await?)
}

/// Events that were fetched but not started are released for another replica at once, not only after the broker's timeout.
/// The short delay keeps them from coming back here.
pub(crate) async fn hand_back(mut messages: pull::Stream) -> anyhow::Result<()> {
    for _ in 0..2 * BATCH {
        match tokio::time::timeout(QUIET, messages.next()).await {
            Ok(Some(Ok(message))) => nak(&message, 10 * QUIET).await?,
            Ok(Some(Err(_)) | None) | Err(_) => break,
        }
    }
    Ok(())
}

/// Asks the broker to deliver `message` again after about `delay`.
pub(crate) async fn nak(message: &Message, delay: Duration) -> anyhow::Result<()> {
    message
        .ack_with(AckKind::Nak(Some(jittered(delay))))
        .await
        .map_err(anyhow::Error::msg)
}

/// Between half and one and a half times, so that replicas do not move in step.
pub(crate) fn jittered(pause: Duration) -> Duration {
    let percent = rand::thread_rng().gen_range(50..=150);
    pause * percent / 100
}
