//! The broker without the services: publishes broken messages, and published ones again.

use async_nats::{
    HeaderMap,
    jetstream::{self, Context, consumer::PullConsumer},
};
use lintel_bus::{
    Event,
    topology::{CONSUMERS, STREAMS},
};
use lintel_system_tests::System;
use prost::bytes::Bytes;
use rand::{rngs::StdRng, seq::SliceRandom as _};

/// A message of a stream.
#[derive(Debug, Clone)]
pub struct Published {
    /// The subject that it was published to.
    pub subject: String,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub payload: Bytes,
}

impl From<&Event> for Published {
    fn from(event: &Event) -> Self {
        Self {
            subject: event.subject(),
            headers: event.headers(),
            payload: event.payload.clone(),
        }
    }
}

/// A connection of the test's own.
///
/// # Errors
/// When NATS is away.
pub async fn connect(system: &System) -> anyhow::Result<Context> {
    Ok(jetstream::new(
        async_nats::connect(system.nats.url()).await?,
    ))
}

/// Publishes `messages` in a shuffled order, each under ids of its own: the broker's own memory of repeats does not help.
///
/// # Errors
/// When NATS is away.
pub async fn publish_shuffled(
    jetstream: &Context,
    mut messages: Vec<Published>,
    random: &mut StdRng,
    label: &str,
) -> anyhow::Result<()> {
    messages.shuffle(random);
    for (number, message) in messages.into_iter().enumerate() {
        publish(jetstream, message, &format!("{label}-{number}")).await?;
    }
    Ok(())
}

/// Publishes `message` under `message_id`.
///
/// # Errors
/// When NATS is away.
pub async fn publish(
    jetstream: &Context,
    mut message: Published,
    message_id: &str,
) -> anyhow::Result<()> {
    message.headers.insert("Nats-Msg-Id", message_id);
    jetstream
        .publish_with_headers(message.subject, message.headers, message.payload)
        .await?
        .await?;
    Ok(())
}

/// Returns everything that every stream holds, in their order.
///
/// # Errors
/// When NATS is away.
pub async fn everything(jetstream: &Context) -> anyhow::Result<Vec<Published>> {
    let mut found = Vec::new();
    for spec in STREAMS {
        let stream = jetstream.get_stream(spec.name).await?;
        let state = stream.get_info().await?.state;
        // An empty stream begins at 0, where there is no message.
        for sequence in state.first_sequence.max(1)..=state.last_sequence {
            let message = stream.get_raw_message(sequence).await?;
            found.push(Published {
                subject: message.subject.to_string(),
                headers: message.headers,
                payload: message.payload,
            });
        }
    }
    Ok(found)
}

/// Returns the number of the broker's deliveries to all consumers, and true where nothing is left to deliver.
///
/// # Errors
/// When NATS is away.
pub async fn deliveries(jetstream: &Context) -> anyhow::Result<(u64, bool)> {
    let (mut delivered, mut idle) = (0, true);
    for spec in CONSUMERS {
        let mut consumer: PullConsumer = jetstream
            .get_consumer_from_stream(spec.durable, spec.stream)
            .await?;
        let info = consumer.info().await?;
        delivered += info.delivered.consumer_sequence;
        idle &= info.num_pending == 0 && info.num_ack_pending == 0;
    }
    Ok((delivered, idle))
}
