//! Every stream and every consumer of the product. Applied by `lintel-streams apply` at deployment, never by whichever
//! service starts first.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use async_nats::jetstream::{
    Context,
    consumer::{AckPolicy, DeliverPolicy, pull},
    stream::{Config, DiscardPolicy, RetentionPolicy, StorageType},
};

use crate::event::SUBJECT_PREFIX;

/// A repeat of the same event id within this time is dropped by the broker; later ones by the inbox.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(120);
/// As long as outbox rows are kept.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 3600);
/// As large as an outbox row may be.
const MAX_MESSAGE_SIZE: i32 = 256 * 1024;
/// After this the broker delivers again what a killed process had fetched; handlers take milliseconds.
const ACK_WAIT: Duration = Duration::from_secs(10);

/// The events of one producer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamSpec {
    /// Its name.
    pub name: &'static str,
    /// The service that publishes to it.
    pub producer: &'static str,
}

/// One consuming service's place in one stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConsumerSpec {
    /// `<service>-<source>`.
    pub durable: &'static str,
    /// The stream it reads.
    pub stream: &'static str,
    /// The one subject it is delivered (servers before 2.10 ignore a list of them without a word).
    pub filter: &'static str,
}

/// All streams, one for each producer.
pub const STREAMS: [StreamSpec; 3] = [
    StreamSpec {
        name: "EVT_IDENTITY",
        producer: "identity",
    },
    StreamSpec {
        name: "EVT_PORTFOLIO",
        producer: "portfolio",
    },
    StreamSpec {
        name: "EVT_NOTIFICATIONS",
        producer: "notifications",
    },
];

/// What notifications hears of identity.
pub const NOTIFICATIONS_IDENTITY: ConsumerSpec = ConsumerSpec {
    durable: "notifications-identity",
    stream: "EVT_IDENTITY",
    filter: "lintel.evt.identity.>",
};

/// All consumers.
pub const CONSUMERS: [ConsumerSpec; 1] = [NOTIFICATIONS_IDENTITY];

/// Makes streams and consumers what this file says. Harmless when they are.
///
/// # Errors
/// When NATS is away or refuses, or keeps a consumer without its filter.
pub async fn apply(jetstream: &Context, replicas: usize) -> anyhow::Result<()> {
    for stream in STREAMS {
        jetstream
            .create_or_update_stream(stream_config(stream, replicas))
            .await
            .with_context(|| format!("stream {}", stream.name))?;
    }
    for consumer in CONSUMERS {
        let made = jetstream
            .create_consumer_on_stream(consumer_config(consumer), consumer.stream)
            .await
            .with_context(|| format!("consumer {}", consumer.durable))?;
        ensure!(
            made.cached_info().config.filter_subject == consumer.filter,
            "the server keeps consumer {} without its filter",
            consumer.durable
        );
    }
    Ok(())
}

fn stream_config(stream: StreamSpec, replicas: usize) -> Config {
    Config {
        name: stream.name.to_owned(),
        subjects: vec![format!("{SUBJECT_PREFIX}{}.>", stream.producer)],
        retention: RetentionPolicy::Limits,
        discard: DiscardPolicy::Old,
        storage: StorageType::File,
        max_age: MAX_AGE,
        max_message_size: MAX_MESSAGE_SIZE,
        duplicate_window: DUPLICATE_WINDOW,
        num_replicas: replicas,
        deny_delete: true,
        deny_purge: true,
        ..Config::default()
    }
}

fn consumer_config(consumer: ConsumerSpec) -> pull::Config {
    pull::Config {
        durable_name: Some(consumer.durable.to_owned()),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        // Poison is judged by the application; a finite number would strand messages while a database is away.
        max_deliver: -1,
        max_ack_pending: 256,
        filter_subject: consumer.filter.to_owned(),
        ..pull::Config::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_consumer_reads_a_stream_that_exists_and_names_its_service_first() {
        for consumer in CONSUMERS {
            let stream = STREAMS.iter().find(|stream| stream.name == consumer.stream);
            let producer = stream.map(|stream| stream.producer).unwrap_or_default();
            assert!(consumer.filter.starts_with(&format!("{SUBJECT_PREFIX}{producer}.")));
            assert!(consumer.durable.ends_with(&format!("-{producer}")));
        }
    }
}
