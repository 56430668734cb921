//! What a consumer says to the broker: give me, not now, take back.

use std::time::Duration;

use async_nats::jetstream::{
    AckKind, Context as JetStream, Message,
    consumer::{PullConsumer, pull},
};
use futures::StreamExt as _;
use rand::Rng as _;

use crate::topology::ConsumerSpec;

/// Events fetched at once.
const BATCH: usize = 16;
/// When nothing has come for this long, nothing that was fetched is still on its way.
const QUIET: Duration = Duration::from_millis(50);

/// The deliveries of `spec`, for as long as the broker is there.
pub(crate) async fn subscribe(
    jetstream: &JetStream,
    spec: ConsumerSpec,
) -> anyhow::Result<pull::Stream> {
    let consumer: PullConsumer = jetstream
        .get_consumer_from_stream::<pull::Config, _, _>(spec.durable, spec.stream)
        .await?;
    // Heartbeats are how a client notices that its pull request died with the server.
    Ok(consumer
        .stream()
        .max_messages_per_batch(BATCH)
        .expires(Duration::from_secs(5))
        .heartbeat(Duration::from_secs(2))
        .messages()
        .await?)
}

/// What was fetched and not begun goes to another replica now, not when the broker loses patience. It is offered again a
/// little later, or else it would come back here.
pub(crate) async fn hand_back(mut messages: pull::Stream) -> anyhow::Result<()> {
    for _ in 0..2 * BATCH {
        match tokio::time::timeout(QUIET, messages.next()).await {
            Ok(Some(Ok(message))) => nak(&message, 10 * QUIET).await?,
            Ok(Some(Err(_)) | None) | Err(_) => break,
        }
    }
    Ok(())
}

/// Asks for `message` again, about `delay` later.
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
